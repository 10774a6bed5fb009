import type { Anthropic } from '@anthropic-ai/sdk'
import type { Connection } from '../definition.ts'
import { isOwnAddress } from './route.ts'

/** The SDK wants one: time is limited by the wire, which sees whether anything arrives. */
const LONGEST_MS = 24 * 60 * 60 * 1000

/** Anthropic's SDK for one attempt, loaded when it is first needed. It retries nothing, and takes nothing from the environment. */
export async function openClient(
  { credentials }: Pick<Connection, 'credentials'>,
  baseURL: string,
  fetch: typeof globalThis.fetch,
): Promise<Anthropic> {
  const { Anthropic } = await import('@anthropic-ai/sdk')
  const { key, headers } = credentials
  return new Anthropic({
    // Without one it looks for a key in the environment and on the disk; where there is none, the headers that would bear it are taken out.
    apiKey: key ?? 'none',
    authToken: null,
    webhookKey: null,
    baseURL,
    defaultHeaders: {
      Authorization: key === null ? null : `Bearer ${key}`,
      // Servers that speak as Anthropic did before read the key here.
      'X-Api-Key': key === null || isOwnAddress(baseURL) ? null : key,
      ...headers,
    },
    fetch: withoutStrangers(fetch, Object.keys(headers)),
    maxRetries: 0,
    timeout: LONGEST_MS,
    openTelemetry: false,
    logLevel: 'off',
    dangerouslyAllowBrowser: true,
  })
}

const KNOWN_HEADER = /^(accept|authorization|content-type|user-agent|x-api-key|anthropic-.*|x-stainless-.*)$/

/** The SDK adds the headers of `ANTHROPIC_CUSTOM_HEADERS`, which may hold secrets that are meant for another server. */
function withoutStrangers(fetch: typeof globalThis.fetch, own: readonly string[]): typeof globalThis.fetch {
  const known = new Set(own.map(name => name.toLowerCase()))
  return (input, init) => {
    const headers = new Headers(init?.headers)
    for (const name of [...headers.keys()]) if (!KNOWN_HEADER.test(name) && !known.has(name)) headers.delete(name)
    return fetch(input, { ...init, headers })
  }
}
