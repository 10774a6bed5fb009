import { EngineError } from '@stet/engine'
import { type DefinitionOptions, definitionOptions, type ProviderType } from '@stet/models'
import ipaddr from 'ipaddr.js'

const LONGEST_ADDRESS = 2000
const REGION = /^(bedrock:)?[a-z]{2}(-[a-z]+)+-\d{1,2}$/

/** Checks the base URL as the user typed it, and refuses one that no request may be sent to (Z-4). */
export function checkBaseUrl(type: ProviderType, text: string | null, reach: Reach): string | null {
  if (text === null) {
    if (type !== 'bedrock') return null
    throw refuse('baseUrl', 'Bedrock needs a region, such as us-west-2, or an address')
  }
  if ((type === 'bedrock' || type === 'anthropic') && REGION.test(text)) return text
  const url = checkUrl('baseUrl', text, reach)
  if (url.search !== '' || url.hash !== '') throw refuse('baseUrl', 'a base URL has neither ? nor #')
  return text
}

export function checkModelsUrl(text: string | null, reach: Reach): string | null {
  if (text !== null) checkUrl('modelsUrl', text, reach)
  return text
}

/** The same parser as `fetch`, so that the address checked is the address called. `mark` is what the user switches on to reach this computer. */
export function checkUrl(
  field: string,
  text: string,
  reach: Reach,
  mark: string = definitionOptions.thisComputer.label,
): URL {
  if (text.length > LONGEST_ADDRESS) throw refuse(field, `an address has at most ${LONGEST_ADDRESS} characters`)
  // The parser silently drops these: the address shown would not be the address called.
  if (/[\s\p{Cc}]/u.test(text)) throw refuse(field, 'an address has no spaces and no control characters')
  const url = URL.parse(text)
  if (url === null) throw refuse(field, 'this is not an address; one begins with https:// or http://')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(field, 'only https and http are spoken')
  if (url.username !== '' || url.password !== '') {
    throw refuse(field, 'a name or password does not belong into the address; enter it as the key or a header')
  }
  const forbidden = findForbiddenHost(url.hostname, reach)
  if (forbidden === LOOPBACK) {
    throw refuse(field, `${url.hostname} is this computer; if a server of yours runs there, switch on “${mark}”`)
  }
  if (forbidden !== null) throw refuse(field, `${url.hostname} is ${forbidden}; no provider is there`)
  return url
}

/** Whether requests of a definition may go to this computer. */
export type Reach = 'with-loopback' | 'without-loopback'

export function reachOf({ thisComputer, local }: Pick<DefinitionOptions, 'thisComputer' | 'local'>): Reach {
  return thisComputer || local ? 'with-loopback' : 'without-loopback'
}

/**
 * Whether an address names this computer without a disguise. Definitions from before the option existed could do so without a mark, and
 * keep working.
 */
export function isPlainLoopback(text: string | null): boolean {
  const hostname = text === null ? undefined : URL.parse(text)?.hostname
  return (
    hostname !== undefined && PLAIN_LOOPBACK.has(hostname) && text?.toLowerCase().includes(`//${hostname}`) === true
  )
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
const METADATA_ADDRESSES = new Set(['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'])
const PLAIN_LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Why no request may be sent to a host, or null. The host must come from the URL parser, which writes every spelling of an IPv4 address
 * (`0xa9fea9fe`, `127.1`) in one way. The local network is the owner's to name, and so is this computer for a definition that is marked so.
 */
export function findForbiddenHost(hostname: string, reach: Reach): string | null {
  const host = hostname.replace(/\.$/, '').replace(/^\[|\]$/g, '')
  if (METADATA_NAMES.has(host)) return METADATA
  if (/^(.*\.)?localhost$/.test(host)) return reach === 'without-loopback' ? LOOPBACK : null
  if (!ipaddr.isValid(host)) return null
  const address = ipaddr.parse(host)
  for (const each of [address, ...innerAddresses(address)]) {
    if (METADATA_ADDRESSES.has(each.toString())) return METADATA
    const range = each.range()
    if (range === 'linkLocal') return 'a link-local address'
    if (range === 'unspecified') return 'no address of a server'
    if (range === 'loopback' && reach === 'without-loopback') return LOOPBACK
  }
  return null
}

const LOOPBACK = 'this computer, which only a provider that is marked so reaches'
const METADATA = 'where a cloud keeps the secrets of this machine'

/** Ranges of IPv6 whose addresses end with an IPv4 address, and those that have it elsewhere. */
const ENDS_WITH_IPV4 = ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48'].map(range =>
  ipaddr.IPv6.parseCIDR(range),
)

/** The IPv4 addresses that an IPv6 address may be a wrapping of: mapped, compatible, translated or tunnelled. */
function innerAddresses(address: ipaddr.IPv4 | ipaddr.IPv6): readonly ipaddr.IPv4[] {
  if (address instanceof ipaddr.IPv4) return []
  const bytes = address.toByteArray()
  const range = address.range()
  // `::1` is loopback itself, not an IPv4 address.
  if (range === 'loopback' || range === 'unspecified') return []
  if (range === '6to4') return [new ipaddr.IPv4(bytes.slice(2, 6))]
  if (range === 'teredo') return [new ipaddr.IPv4(bytes.slice(12).map(byte => byte ^ 0xff))]
  return ENDS_WITH_IPV4.some(wrapping => address.match(wrapping)) ? [new ipaddr.IPv4(bytes.slice(12))] : []
}
