import type { OpenAI } from 'openai'
import type { Connection, Credentials } from '../definition.ts'

/** The wire has limits of its own; the SDK's would only end an answer that is late. */
const A_DAY = 24 * 60 * 60 * 1000

/** One for all requests: the SDK takes longer to make a client than to ask it. */
let client: OpenAI | null = null

/**
 * The SDK, loaded when it is first needed. It knows no server and no key: a request names its address in full, and says by `overWire` how it
 * is sent.
 */
export async function openClient(): Promise<OpenAI> {
  if (client !== null) return client
  const sdk = await import('openai')
  client ??= new sdk.OpenAI({
    baseURL: 'https://unused.invalid',
    // It wants one in any case; what goes out is decided below.
    apiKey: 'none',
    maxRetries: 0,
    timeout: A_DAY,
    logLevel: 'off',
    dangerouslyAllowBrowser: true,
    fetch: (input, init) => {
      if (!isOverWire(init)) throw new Error('the request does not say how it is sent')
      const { send, ...rest } = init
      return send(input, rest)
    },
  })
  return client
}

/** What the SDK hands on to its `fetch` without looking at it. */
export interface OverWire extends Pick<RequestInit, 'redirect'> {
  readonly send: typeof globalThis.fetch
}

function isOverWire(init: RequestInit | undefined): init is RequestInit & OverWire {
  return init !== undefined && 'send' in init
}

export function overWire({ credentials }: Pick<Connection, 'credentials'>, fetch: typeof globalThis.fetch): OverWire {
  return {
    send: (input, init) => fetch(input, { ...init, headers: headersFor(credentials, new Headers(init?.headers)) }),
  }
}

/** Headers of the SDK that servers need; the others tell of the machine, or come from the environment where the person gave none. */
const NEEDED = ['accept', 'content-type', 'user-agent']

function headersFor({ key, headers }: Credentials, made: Headers): Headers {
  const sent = new Headers()
  for (const name of NEEDED) {
    const value = made.get(name)
    if (value !== null) sent.set(name, value)
  }
  if (key !== null) sent.set('authorization', `Bearer ${key}`)
  for (const [name, value] of Object.entries(headers)) sent.set(name, value)
  return sent
}
