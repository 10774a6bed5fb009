import { ModelError } from '../model-error.ts'

/** Where Bedrock is reached. */
export interface Address {
  readonly region: string
  /** Where models are spoken to, and where they are listed; null for the SDK's own address of the region. */
  readonly runtime: string | null
  readonly control: string | null
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
  if (region !== undefined) return { region, runtime: null, control: null }
  const url = URL.parse(given)
  if (url === null || !url.protocol.startsWith('http')) {
    throw new ModelError('invalid-request', { message: 'Bedrock needs a region, such as us-west-2, for its base URL' })
  }
  const host = HOST.exec(url.host)
  if (host === null) return { region: UNNAMED_REGION, runtime: given, control: given }
  const [, rest = '', named = UNNAMED_REGION] = host
  return {
    region: named,
    runtime: `${url.protocol}//bedrock-runtime${rest}`,
    control: `${url.protocol}//bedrock${rest}`,
  }
}
