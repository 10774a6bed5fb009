import type { Json } from '@stet/history'
import type { Stream } from 'openai/core/streaming'
import { ModelError } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import type { Provider, ProviderCall } from '../provider.ts'
import { parseJson } from '../transport/json-field.ts'
import type { Wire } from '../transport/open-wire.ts'
import { runAttempt } from '../transport/run-attempt.ts'
import { secretsOf } from '../transport/secrets.ts'
import { endedEarly } from '../transport/to-model-error.ts'
import { applySettings } from './apply-settings.ts'
import { checkRequest } from './check-request.ts'
import { discover } from './discover.ts'
import { fromErrorObject, refine, thrownErrorObject } from './errors.ts'
import { openClient } from './open-client.ts'
import { createChunkReader } from './read-stream.ts'
import { toRequest } from './to-request.ts'

export const openaiChat: Provider = {
  type: 'openai-chat',
  discover,
  // Most servers of this kind run models of which nothing is told: tools are tried, files are not.
  defaults: { takes: { images: true, files: false, tools: true }, reasoning: 'none', caching: 'automatic' },
  notApplied: (facts, settings, { definition }) => applySettings(facts, settings, definition).notApplied,
  stream: call =>
    runAttempt({ connection: call.connection, signal: call.signal, refine, read: wire => readAnswer(call, wire) }),
}

async function* readAnswer(call: ProviderCall, wire: Wire): AsyncGenerator<ModelEvent> {
  const { body, notApplied, notes } = toRequest(call)
  const breaches = checkRequest(body)
  if (breaches.length > 0) throw new ModelError('invalid-request', { message: `not sent: ${breaches.join('; ')}` })
  call.onMapped({ notApplied, notes })
  const reader = createChunkReader()
  try {
    const client = await openClient(call.connection, wire.fetch)
    const options = { body, signal: call.signal }
    if (body.stream) {
      const chunks = await client.post<Stream<Json>>('/chat/completions', { ...options, stream: true })
      for await (const chunk of chunks) yield* reader.read(chunk)
      if (!wire.notes.done) throw endedEarly()
    } else yield* reader.read(await client.post<Json>('/chat/completions', options))
    yield* reader.end()
  } catch (error) {
    const told = thrownErrorObject(error)
    throw told === null ? error : fromErrorObject(withoutSecrets(told, call))
  }
}

/** An error in the midst of an answer passes the wire as part of it. */
function withoutSecrets(told: Json, { connection }: ProviderCall): Json {
  return parseJson(secretsOf(connection.credentials).removeFrom(JSON.stringify(told))) ?? null
}
