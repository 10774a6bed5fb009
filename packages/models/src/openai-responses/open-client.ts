import type { OpenAI } from 'openai'
import type { Connection } from '../definition.ts'
import { baseUrlOf } from './base-url.ts'

/** The SDK wants one: time is limited by the wire, which sees whether anything arrives. */
const LONGEST_MS = 24 * 60 * 60 * 1000

/** What the SDK tells of the machine it runs on. Nobody asked for it, and from a browser not every server lets it through. */
const TELLTALES = ['Arch', 'Lang', 'OS', 'Package-Version', 'Retry-Count', 'Runtime', 'Runtime-Version', 'Timeout']
const noTelltales = Object.fromEntries(TELLTALES.map(name => [`X-Stainless-${name}`, null]))

/** OpenAI's SDK for one attempt, loaded when it is first needed. It retries nothing, and takes nothing from the environment. */
export async function openClient(
  { definition, credentials }: Pick<Connection, 'definition' | 'credentials'>,
  fetch: typeof globalThis.fetch,
): Promise<OpenAI> {
  const { OpenAI } = await import('openai')
  const { key, headers } = credentials
  return new OpenAI({
    // It starts only with a key; where there is none, the header that would bear it is taken out.
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseUrlOf(definition.baseUrl),
    defaultHeaders: { ...noTelltales, ...(key === null && { Authorization: null }), ...headers },
    fetch,
    maxRetries: 0,
    timeout: LONGEST_MS,
    logLevel: 'off',
    dangerouslyAllowBrowser: true,
  })
}
