import { lookup } from 'node:dns/promises'
import { findForbiddenHost } from '@stet/desk'
import { ModelError } from '@stet/models'

export type FindAddresses = (host: string) => Promise<readonly string[]>

/** A name may lead to where no provider is (Z-4): what it leads to is looked at before anything is sent. */
export function createGuardedFetch(
  fetch: typeof globalThis.fetch,
  findAddresses: FindAddresses = lookUp,
): typeof globalThis.fetch {
  return async (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input)
    for (const address of await findAddresses(hostname.replace(/^\[|\]$/g, ''))) {
      const forbidden = findForbiddenHost(toHostname(address))
      if (forbidden !== null) {
        const message = `${hostname} leads to ${address}, which is ${forbidden}. Nothing was sent.`
        throw new ModelError('invalid-request', { message })
      }
    }
    return fetch(input, init)
  }
}

/** As the URL parser writes it, in one way for every spelling; the zone of a link-local address is none of its concern. */
function toHostname(address: string): string {
  const plain = address.replace(/%.*$/, '')
  return new URL(`http://${plain.includes(':') ? `[${plain}]` : plain}`).hostname
}

/** None for a name that nobody knows: the request itself then fails, and says so better. */
async function lookUp(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo') return []
    throw error
  }
}
