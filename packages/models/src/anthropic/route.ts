import { isBedrock } from '../bedrock/address.ts'
import type { Definition } from '../definition.ts'

/** Where requests of a definition go: to Anthropic or a server that speaks as it does, or to Bedrock (P2). */
export interface Route {
  readonly kind: 'direct' | 'bedrock'
  readonly baseUrl: string
}

const OWN_ADDRESS = 'https://api.anthropic.com'
const NAMED = 'bedrock:'

export function routeOf({ baseUrl }: Pick<Definition, 'baseUrl'>): Route {
  const given = baseUrl?.trim() ?? ''
  if (given === '') return { kind: 'direct', baseUrl: OWN_ADDRESS }
  // Also before an address in full, for one that does not tell by itself.
  if (given.startsWith(NAMED)) return { kind: 'bedrock', baseUrl: given.slice(NAMED.length) }
  if (isBedrock(given)) return { kind: 'bedrock', baseUrl: given }
  return { kind: 'direct', baseUrl: withoutVersion(given) }
}

/** Whether it is Anthropic itself that is spoken to, and none that speaks as it does. */
export function isOwnAddress(baseUrl: string): boolean {
  return URL.parse(baseUrl)?.host === URL.parse(OWN_ADDRESS)?.host
}

/** The SDK adds `/v1` itself; people copy addresses with it, and with the whole path. */
function withoutVersion(url: string): string {
  return withoutSlash(withoutSlash(url).replace(/\/v1(\/messages)?$/, ''))
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
