import type { Connection, Definition } from '../definition.ts'
import type { KnownModel } from '../facts/known-model.ts'
import { ModelError } from '../model-error.ts'
import type { AddressFacts } from '../provider.ts'
import { keyHeaders } from '../transport/key-headers.ts'

const VENDOR = 'https://api.openai.com/v1'

/**
 * Where requests go, without a slash at its end. People paste addresses in several forms: a server's bare address has its API under
 * `/v1`, and the address of the endpoint itself is cut back.
 */
export function baseUrlOf({ baseUrl, name }: Pick<Definition, 'baseUrl' | 'name'>): string {
  if (baseUrl === null) return VENDOR
  const url = URL.parse(baseUrl.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ModelError('invalid-request', { message: `the base URL of ${name} is not a web address` })
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|responses|models)$/, '')
  url.pathname = path === '' ? '/v1' : path
  url.hash = ''
  return url.href
}

export function requestUrl(definition: Pick<Definition, 'baseUrl' | 'name'>): string {
  return addressUnder(baseUrlOf(definition), '/chat/completions')
}

/** Where the models are listed. Another address than the base URL gets no key (P3). */
export function modelsPlace({ definition, credentials }: Pick<Connection, 'definition' | 'credentials'>): {
  readonly url: string
  readonly headers?: Headers
} {
  if (definition.modelsUrl !== null) return { url: definition.modelsUrl }
  return { url: addressUnder(baseUrlOf(definition), '/models'), headers: keyHeaders(credentials) }
}

/** An address below the base URL, which keeps its query. */
export function addressUnder(base: string, path: string): string {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  return url.href
}

/** Where a local server describes itself, beside the API that it shares with others. */
export function serverRootOf(base: string): string {
  const url = new URL(base)
  url.pathname = url.pathname.replace(/\/v1$/, '')
  return url.href.replace(/\/+$/, '')
}

/** Whether it is OpenAI itself that is spoken to, and none that speaks as it does. */
export function isOwnAddress(definition: Pick<Definition, 'baseUrl' | 'name'>): boolean {
  return new URL(baseUrlOf(definition)).host === new URL(VENDOR).host
}

/** OpenAI caches no fewer tokens, whatever the model. */
const LEAST_CACHED = 1_024

/** What a model can do where OpenAI itself serves it, over either protocol. */
export function factsAtOpenAi(
  definition: Pick<Definition, 'baseUrl' | 'name'>,
  known: KnownModel | null,
): AddressFacts {
  if (known === null || !isOwnAddress(definition)) return {}
  return {
    leastCached: LEAST_CACHED,
    ...(known.takesMarks === true && { takesMarks: true, cacheLife: { minutes: 30 } }),
    ...(known.appendsTools === true && { appendsTools: true }),
    ...(known.appendsSystem === true && { appendsSystem: true }),
  }
}
