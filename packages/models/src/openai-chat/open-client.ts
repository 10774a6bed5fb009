import type { OpenAI } from 'openai'
import type { Connection, Credentials } from '../definition.ts'
import { baseUrlOf } from './addresses.ts'

/** The wire has limits of its own; the SDK's would only end an answer that is late. */
const A_DAY = 24 * 60 * 60 * 1000

/** Kept, since even a module that is loaded takes the loader a part of a millisecond to find again, at every request. */
let sdk: typeof import('openai') | null = null

/** The SDK, loaded when it is first needed, on our `fetch`. */
export async function openClient(
  { definition, credentials }: Pick<Connection, 'definition' | 'credentials'>,
  fetch: typeof globalThis.fetch,
): Promise<OpenAI> {
  sdk ??= await import('openai')
  return new sdk.OpenAI({
    baseURL: baseUrlOf(definition),
    // It wants one in any case; what goes out is decided below.
    apiKey: 'none',
    maxRetries: 0,
    timeout: A_DAY,
    logLevel: 'off',
    dangerouslyAllowBrowser: true,
    fetch: (input, init) => fetch(input, { ...init, headers: headersFor(credentials, new Headers(init?.headers)) }),
  })
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
