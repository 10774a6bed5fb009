import type { Json } from '@stet/history'
import type { Connection } from '../definition.ts'
import { isJsonObject } from '../transport/json-field.ts'
import { fromErrorEvent } from './errors.ts'
import { openClient } from './open-client.ts'
import { toEvents } from './read-answer.ts'
import type { RequestBody } from './request-body.ts'
import { isOwnAddress } from './route.ts'

export interface DirectCall {
  readonly connection: Pick<Connection, 'credentials'>
  readonly baseUrl: string
  readonly body: RequestBody
  readonly fetch: typeof globalThis.fetch
  readonly signal: AbortSignal
}

/** The events of an answer of Anthropic, or of a server that speaks as it does. */
export async function* askDirect({ connection, baseUrl, body, fetch, signal }: DirectCall): AsyncGenerator<Json> {
  const client = await openClient(connection, baseUrl, fetch)
  const options = { body, signal, headers: versionFor(body, baseUrl) }
  // Not `messages.create`: its types know only the blocks of its day, and it writes to the console about some models.
  if (!body.stream) {
    yield* toEvents(await client.post<Json>('/v1/messages', options))
    return
  }
  const events = await client.post<AsyncIterable<Json>>('/v1/messages', { ...options, stream: true })
  try {
    yield* events
  } catch (error) {
    // An `error` event comes out of the SDK as an error that holds its data.
    throw error instanceof Error && 'error' in error && isJsonObject(error.error) ? fromErrorEvent(error.error) : error
  }
}

/**
 * The SDK asks for the version of October 2026, which refuses sampling from every model. By the one before, older models still take it, and
 * it is the one that other servers know.
 */
function versionFor({ temperature, top_p: topP, top_k: topK }: RequestBody, baseUrl: string): Record<string, string> {
  const samples = temperature !== undefined || topP !== undefined || topK !== undefined
  return samples || !isOwnAddress(baseUrl) ? { 'anthropic-version': '2023-06-01' } : {}
}
