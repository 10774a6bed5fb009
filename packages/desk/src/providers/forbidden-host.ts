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
