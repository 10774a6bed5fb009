import type { GoogleGenAI } from '@google/genai/web'
import type { Connection } from '../definition.ts'
import { ModelError } from '../model-error.ts'

const KEY_HEADER = 'x-goog-api-key'
const VERSION = /\/(v\d+[a-z0-9]*)$/

/**
 * The SDK, loaded when it is first needed, on our `fetch`. Its entry for browsers in Node too: the other one takes keys, projects and
 * addresses from the environment, and looks for Google's credentials on the machine, where the person gave none.
 */
export async function openClient(
  { definition, credentials }: Pick<Connection, 'definition' | 'credentials'>,
  fetch: typeof globalThis.fetch,
): Promise<GoogleGenAI> {
  const hasKeyHeader = Object.keys(credentials.headers).some(name => name.toLowerCase() === KEY_HEADER)
  if (credentials.key === null && !hasKeyHeader) {
    throw new ModelError('auth', { message: `${definition.name} needs a key, and has none` })
  }
  const sdk = await import('@google/genai/web')
  return new sdk.GoogleGenAI({
    // The SDK wants one in any case, and leaves it unused where the header is there.
    apiKey: credentials.key ?? KEY_HEADER,
    httpOptions: { ...addressOf(definition.baseUrl), headers: { ...credentials.headers }, fetch },
  })
}

/** With or without a version, with or without a slash at the end. */
export function addressOf(baseUrl: string | null): { readonly baseUrl?: string; readonly apiVersion?: string } {
  if (baseUrl === null) return {}
  const url = baseUrl.replace(/\/+$/, '')
  const apiVersion = VERSION.exec(url)?.[1]
  return apiVersion === undefined ? { baseUrl: url } : { baseUrl: url.replace(VERSION, ''), apiVersion }
}
