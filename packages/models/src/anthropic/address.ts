import { isBedrock } from '../bedrock/address.ts'
import type { Connection, Definition } from '../definition.ts'
import { JSON_HEADERS, keyHeaders } from '../transport/key-headers.ts'

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
  // Also before a full address that does not look like Bedrock's.
  if (given.startsWith(NAMED)) return { kind: 'bedrock', baseUrl: given.slice(NAMED.length) }
  if (isBedrock(given)) return { kind: 'bedrock', baseUrl: given }
  return { kind: 'direct', baseUrl: withoutVersion(given) }
}

/** Whether it is Anthropic itself that is spoken to, and none that speaks as it does. */
export function isOwnAddress(baseUrl: string): boolean {
  return URL.parse(baseUrl)?.host === URL.parse(OWN_ADDRESS)?.host
}

/** People copy addresses with the version, and with the whole path. */
function withoutVersion(url: string): string {
  return withoutSlash(withoutSlash(url).replace(/\/v1(\/messages)?$/, ''))
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

/** Newer versions refuse sampling from every model. */
const OWN_VERSION = '2026-10-21'
/** With this one, older models still take sampling, and other servers know no other. */
const COMMON_VERSION = '2023-06-01'

export function headersFor(
  { credentials }: Pick<Connection, 'credentials'>,
  baseUrl: string,
  { samples, betas }: { readonly samples: boolean; readonly betas: readonly string[] },
): Headers {
  const isOwn = isOwnAddress(baseUrl)
  const headers = new Headers({
    ...JSON_HEADERS,
    'anthropic-version': isOwn && !samples ? OWN_VERSION : COMMON_VERSION,
    // Anthropic refuses requests from a browser without it.
    'anthropic-dangerous-direct-browser-access': 'true',
  })
  // Servers that speak as Anthropic once did read the key here.
  if (credentials.key !== null && !isOwn) headers.set('x-api-key', credentials.key)
  const sent = keyHeaders(credentials, headers)
  // The user may have set some of their own.
  for (const beta of betas) sent.append('anthropic-beta', beta)
  return sent
}
