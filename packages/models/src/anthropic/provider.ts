import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import type { Provider, ProviderCall } from '../provider.ts'
import { isJsonObject } from '../transport/json-field.ts'
import { runAttempt } from '../transport/run-attempt.ts'
import { applySettings } from './apply-settings.ts'
import { checkRequest } from './check-request.ts'
import { discover } from './discover.ts'
import { fromErrorEvent, fromRefusal } from './errors.ts'
import { openClient } from './open-client.ts'
import { toEvents } from './read-answer.ts'
import { readStream } from './read-stream.ts'
import type { RequestBody } from './request-body.ts'
import { routeOf } from './route.ts'
import { toRequest } from './to-request.ts'

/** Anthropic's Messages API, and servers that speak it. */
export const anthropic: Provider = {
  type: 'anthropic',
  discover,
  defaults: { takes: { images: true, files: true, tools: true }, reasoning: 'budget', caching: 'marks' },
  notApplied: (facts, settings, { definition }) => applySettings(facts, settings, routeOf(definition).kind).notApplied,
  stream: call =>
    runAttempt({
      connection: call.connection,
      signal: call.signal,
      read: wire => ask(call, wire.fetch),
      refine: fromRefusal,
    }),
}

async function* ask(call: ProviderCall, fetch: typeof globalThis.fetch): AsyncGenerator<ModelEvent> {
  const { connection, facts, request, settings, files, signal, onMapped } = call
  const { definition, log } = connection
  const { body, prefill, notApplied, notes } = toRequest({ request, facts, settings, files, definition })
  const breaches = checkRequest(body)
  if (breaches.length > 0) {
    throw new ModelError('invalid-request', { message: `Anthropic would refuse this request: ${breaches.join('; ')}` })
  }
  onMapped({ notApplied, notes })
  const route = routeOf(definition)
  if (route.kind !== 'direct') throw new ModelError('not-found', { message: 'Bedrock is not spoken to yet' })
  const client = await openClient(connection, route.baseUrl, fetch)
  const options = { body, signal, headers: versionFor(body) }
  // Not `messages.create`: its types know only the blocks of its day, and it writes to the console about some models.
  const events = body.stream
    ? eventsOf(await client.post<AsyncIterable<Json>>('/v1/messages', { ...options, stream: true }))
    : toEvents(await client.post<Json>('/v1/messages', options))
  yield* readStream(events, { prefill, log })
}

/** An `error` event comes out of the SDK as an error that holds its data. */
async function* eventsOf(events: AsyncIterable<Json>): AsyncGenerator<Json> {
  try {
    yield* events
  } catch (error) {
    throw error instanceof Error && 'error' in error && isJsonObject(error.error) ? fromErrorEvent(error.error) : error
  }
}

/** From its version of October 2026 on, the API refuses sampling from every model; by the one before, older models still take it. */
function versionFor({ temperature, top_p: topP, top_k: topK }: RequestBody): Record<string, string> {
  const samples = temperature !== undefined || topP !== undefined || topK !== undefined
  return samples ? { 'anthropic-version': '2023-06-01' } : {}
}
