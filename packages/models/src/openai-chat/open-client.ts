import type { OpenAI } from 'openai'
import type { Connection } from '../definition.ts'
import { baseUrlOf } from './addresses.ts'

/** What the SDK tells of the machine it runs on. Nobody asked for it, and browsers may not send it everywhere. */
const TELLTALES = ['Arch', 'Lang', 'OS', 'Package-Version', 'Retry-Count', 'Runtime', 'Runtime-Version', 'Timeout']

const NO_TELLTALES = Object.fromEntries(TELLTALES.map(name => [`X-Stainless-${name}`, null]))

/** The wire has limits of its own; the SDK's would only end an answer that is late. */
const A_DAY = 24 * 60 * 60 * 1000

/** The SDK, loaded when it is first needed, on our `fetch`. Nothing comes from the environment, where the person gave nothing. */
export async function openClient(
  { definition, credentials }: Pick<Connection, 'definition' | 'credentials'>,
  fetch: typeof globalThis.fetch,
): Promise<OpenAI> {
  const sdk = await import('openai')
  const { key, headers } = credentials
  return new sdk.OpenAI({
    baseURL: baseUrlOf(definition),
    // It wants one in any case; a server without a key is sent none.
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: A_DAY,
    logLevel: 'off',
    dangerouslyAllowBrowser: true,
    fetch,
    defaultHeaders: { ...NO_TELLTALES, ...(key === null && { Authorization: null }), ...headers },
  })
}
