import type { Definition } from '../definition.ts'

/** Where requests of a definition go: to Anthropic or a server that speaks as it does, or to Bedrock (P2). */
export type Route =
  | { readonly kind: 'direct'; readonly baseUrl: string }
  | { readonly kind: 'bedrock'; readonly region: string; readonly endpoint: string | null }

const OWN_ADDRESS = 'https://api.anthropic.com'
const REGION = /^(?:bedrock:)?([a-z]{2}(?:-[a-z]+)+-\d)$/
const BEDROCK_HOST = /^bedrock(?:-runtime)?(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/

export function routeOf({ baseUrl }: Pick<Definition, 'baseUrl'>): Route {
  const given = baseUrl?.trim() ?? ''
  if (given === '') return { kind: 'direct', baseUrl: OWN_ADDRESS }
  const region = REGION.exec(given)?.[1]
  if (region !== undefined) return { kind: 'bedrock', region, endpoint: null }
  const served = BEDROCK_HOST.exec(URL.parse(given)?.host ?? '')?.[1]
  if (served !== undefined) return { kind: 'bedrock', region: served, endpoint: withoutSlash(given) }
  return { kind: 'direct', baseUrl: withoutVersion(given) }
}

/** The SDK adds `/v1` itself; people copy addresses with it, and with the whole path. */
function withoutVersion(url: string): string {
  return withoutSlash(withoutSlash(url).replace(/\/v1(\/messages)?$/, ''))
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
