import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { findForbiddenHost } from '@stet/desk'
import { ModelError } from '@stet/models'
import ipaddr from 'ipaddr.js'
import { Agent } from 'undici'
import { type PostedText, postJoined } from './post-joined.ts'

/** Below the ten seconds within which the user must read why nothing answers (FP-18). */
const CONNECT_MS = 8_000

type FindAddresses = (host: string) => Promise<readonly LookupAddress[]>

interface GuardedFetchOptions {
  /** Whether requests may go to this computer, under any name; or to public addresses only, for what a model chose. */
  readonly reach?: 'with-loopback' | 'without-loopback' | 'public'
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
    const url = new URL(input instanceof Request ? input.url : input)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // No name is looked up for an address that is written out.
    if (isIP(host) !== 0) refuseForbidden(host, host, reach)
    // A field that Node's fetch has and a browser's has not.
    const throughAgent = { ...init, dispatcher }
    // `fetch` refuses an address with a name and a password in it.
    const posted = input instanceof Request || url.username !== '' ? null : toPostedText(init)
    try {
      return await (posted === null ? fetch(input, throughAgent) : postJoined(dispatcher, url, posted))
    } catch (error) {
      throw error instanceof Error && error.cause instanceof ModelError ? error.cause : error
    }
  }
}

/** A request to a model: the only kind whose answer comes in thousands of pieces. */
function toPostedText({ method, body, headers, signal, redirect }: RequestInit = {}): PostedText | null {
  if (method !== 'POST' || typeof body !== 'string' || redirect !== 'manual') return null
  return { headers: new Headers(headers), body, signal: signal ?? null }
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
  const forbidden = reach === 'public' ? whyNotPublic(address) : findForbiddenHost(toHostname(address), reach)
  if (forbidden === null) return
  const named = host === address ? host : `${host} leads to ${address}, which`
  const message = `${named} is ${forbidden}. Nothing was sent.`
  throw new ModelError('invalid-request', { message })
}

/** Loopback, private, link-local, reserved, and addresses of version 6 that contain one of version 4 (Z-4). */
function whyNotPublic(address: string): string | null {
  const range = ipaddr.process(address.replace(/%.*$/, '')).range()
  return range === 'unicast' ? null : `not a public address (${range})`
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
