import type { Connection } from '../definition.ts'
import { ModelError } from '../model-error.ts'
import { keyHeaders } from '../transport/key-headers.ts'

/** Where Bedrock is reached. */
export interface Address {
  readonly region: string
  /** Where models are called, and where they are listed. */
  readonly runtime: string
  readonly control: string
  /** Whether it is Amazon's own, which has one for every region; a server in between has not. */
  readonly isOwn: boolean
}

const REGION = /^(?:bedrock:)?([a-z]{2,4}(?:-[a-z]+)+-\d)$/
const HOST = /^bedrock(?:-runtime)?((?:-fips)?\.([a-z0-9-]+)\.(?:amazonaws\.com(?:\.cn)?|api\.aws))$/

/** Whether a base URL names Bedrock: a region, or one of its several hosts (P2). */
export function isBedrock(baseUrl: string): boolean {
  const given = baseUrl.trim()
  return REGION.test(given) || HOST.test(URL.parse(given)?.host ?? '')
}

/** For an address that names none: with an API key nothing is signed for a region. */
const UNNAMED_REGION = 'us-east-1'

/** `us-west-2`, `bedrock:us-west-2`, the address of a region in full, or that of a server in between (P2). */
export function addressOf(baseUrl: string | null): Address {
  const given = baseUrl?.trim().replace(/\/+$/, '') ?? ''
  const region = REGION.exec(given)?.[1]
  if (region !== undefined) return ownAddress(region)
  const url = URL.parse(given)
  if (url === null || !url.protocol.startsWith('http')) {
    throw new ModelError('invalid-request', { message: 'Bedrock needs a region, such as us-west-2, for its base URL' })
  }
  const host = HOST.exec(url.host)
  if (host === null) return { region: UNNAMED_REGION, runtime: given, control: given, isOwn: false }
  const [, rest = '', named = UNNAMED_REGION] = host
  return {
    region: named,
    runtime: `${url.protocol}//bedrock-runtime${rest}`,
    control: `${url.protocol}//bedrock${rest}`,
    isOwn: true,
  }
}

/** Regions in China and of the European cloud have another domain. */
const DOMAINS: readonly (readonly [prefix: string, domain: string])[] = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
]

export function ownAddress(region: string): Address {
  const domain = DOMAINS.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'amazonaws.com'
  return {
    region,
    runtime: `https://bedrock-runtime.${region}.${domain}`,
    control: `https://bedrock.${region}.${domain}`,
    isOwn: true,
  }
}

export function modelUrl(baseUrl: string | null, model: string, action: string): string {
  return `${addressOf(baseUrl).runtime}/model/${encodeURIComponent(model)}/${action}`
}

/** With an API key nothing is signed. The user's own headers take precedence, also over the key. */
export function bedrockHeaders({ definition, credentials }: Pick<Connection, 'definition' | 'credentials'>): Headers {
  const headers = keyHeaders(credentials, { 'content-type': 'application/json' })
  if (headers.has('authorization')) return headers
  throw new ModelError('auth', { message: `${definition.name} needs an API key, and has none` })
}
