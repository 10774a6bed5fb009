import { EngineError } from '@stet/engine'
import type { ProviderType } from '@stet/models'

const LONGEST_ADDRESS = 2000
const REGION = /^(bedrock:)?[a-z]{2}(-[a-z]+)+-\d{1,2}$/

/** Checks the base URL as the user typed it, and refuses one that no request may be sent to (Z-4). */
export function checkBaseUrl(type: ProviderType, text: string | null): string | null {
  if (text === null) {
    if (type !== 'bedrock') return null
    throw refuse('baseUrl', 'Bedrock needs a region, such as us-west-2, or an address')
  }
  if ((type === 'bedrock' || type === 'anthropic') && REGION.test(text)) return text
  const url = checkUrl('baseUrl', text)
  if (url.search !== '' || url.hash !== '') throw refuse('baseUrl', 'a base URL has neither ? nor #')
  return text
}

export function checkModelsUrl(text: string | null): string | null {
  if (text !== null) checkUrl('modelsUrl', text)
  return text
}

/** The same parser as `fetch`, so that the address checked is the address called. */
function checkUrl(field: string, text: string): URL {
  if (text.length > LONGEST_ADDRESS) throw refuse(field, `an address has at most ${LONGEST_ADDRESS} characters`)
  // The parser silently drops these: the address shown would not be the address called.
  if (/[\s\p{Cc}]/u.test(text)) throw refuse(field, 'an address has no spaces and no control characters')
  const url = URL.parse(text)
  if (url === null) throw refuse(field, 'this is not an address; one begins with https:// or http://')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(field, 'only https and http are spoken')
  if (url.username !== '' || url.password !== '') {
    throw refuse(field, 'a name or password does not belong into the address; enter it as the key or a header')
  }
  const forbidden = findForbiddenHost(url.hostname)
  if (forbidden !== null) throw refuse(field, `${url.hostname} is ${forbidden}; no provider is there`)
  return url
}

function refuse(field: string, because: string): EngineError {
  return new EngineError('invalid', because, field)
}

/** Names under which clouds hand out the credentials of the machine itself. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
])
const METADATA_ADDRESSES = new Set(['100.100.100.200', '192.0.0.192', '[fd00:ec2::254]'])

/**
 * Why nothing may be asked of a host, or null. The host must come from the URL parser, which writes every spelling of an address
 * (`0xa9fea9fe`, `[::ffff:169.254.169.254]`) in one way. Loopback and the local network are the owner's to name.
 */
export function findForbiddenHost(hostname: string): string | null {
  const host = hostname.replace(/\.$/, '')
  if (METADATA_NAMES.has(host) || METADATA_ADDRESSES.has(host)) return 'where a cloud keeps the secrets of this machine'
  const inner = innerAddress(host)
  if (inner !== null && (inner.startsWith('169.254.') || METADATA_ADDRESSES.has(inner))) return 'a link-local address'
  return /^\[fe[89ab]/.test(host) ? 'a link-local address' : null
}

/** The IPv4 address that a host is, or that an IPv6 address only wraps: mapped, compatible, or translated. */
function innerAddress(host: string): string | null {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return host
  const [, high, low] = /^\[(?:::|::ffff:|::ffff:0:|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host) ?? []
  if (high === undefined || low === undefined) return null
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16)
  return [24, 16, 8, 0].map(shift => Math.floor(bits / 2 ** shift) % 256).join('.')
}
