import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { findForbiddenHost } from '@stet/desk'
import { ModelError } from '@stet/models'
import { Agent } from 'undici'

/** Below the ten seconds within which the user must read why nothing answers (FP-18). */
const CONNECT_MS = 8_000

type FindAddresses = (host: string) => Promise<readonly LookupAddress[]>

interface GuardedFetchOptions {
  /** Whether requests may go to this computer, under any name. */
  readonly reach?: 'with-loopback' | 'without-loopback'
  readonly connectMs?: number
  readonly findAddresses?: FindAddresses
}

/**
 * Fetches from the providers that the user defined. A name may resolve to where no provider is (Z-4): its address is checked when the connection is
 * opened, and no other address is used. The caller decides how long an answer may take.
 */
export function createGuardedFetch({
  connectMs = CONNECT_MS,
  findAddresses = lookUp,
  reach = 'without-loopback',
}: GuardedFetchOptions = {}): typeof globalThis.fetch {
  const connect = { timeout: connectMs, lookup: guardedLookup(findAddresses, reach) }
  const dispatcher = new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 })
  return async (input, init) => {
    const host = new URL(input instanceof Request ? input.url : input).hostname.replace(/^\[|\]$/g, '')
    // No name is looked up for an address that is written out.
    if (isIP(host) !== 0) refuseForbidden(host, host, reach)
    // A field that Node's fetch has and a browser's has not.
    const throughAgent = { ...init, dispatcher }
    try {
      return await fetch(input, throughAgent)
    } catch (error) {
      throw error instanceof Error && error.cause instanceof ModelError ? error.cause : error
    }
  }
}

type Reach = NonNullable<GuardedFetchOptions['reach']>

function guardedLookup(findAddresses: FindAddresses, reach: Reach): LookupFunction {
  return (host, options, callback) => {
    findAddresses(host).then(
      addresses => {
        try {
          for (const { address } of addresses) refuseForbidden(host, address, reach)
        } catch (error) {
          callback(error instanceof Error ? error : new Error(String(error)), [])
          return
        }
        const [first] = addresses
        if (options.all === true || first === undefined) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    )
  }
}

function refuseForbidden(host: string, address: string, reach: Reach): void {
  const forbidden = findForbiddenHost(toHostname(address), reach)
  if (forbidden === null) return
  const named = host === address ? host : `${host} leads to ${address}, which`
  const message = `${named} is ${forbidden}. Nothing was sent.`
  throw new ModelError('invalid-request', { message })
}

/** As the URL parser writes it, in one way for every spelling, without the zone of a link-local address. */
function toHostname(address: string): string {
  const plain = address.replace(/%.*$/, '')
  return new URL(`http://${plain.includes(':') ? `[${plain}]` : plain}`).hostname
}

function lookUp(host: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  })
}
