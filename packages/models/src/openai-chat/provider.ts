import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import type { Provider, ProviderCall } from '../provider.ts'
import type { Wire } from '../transport/open-wire.ts'
import { runAttempt } from '../transport/run-attempt.ts'
import { secretsOf } from '../transport/secrets.ts'
import { endedEarly } from '../transport/to-model-error.ts'
import { addressUnder, baseUrlOf } from './addresses.ts'
import { applySettings } from './apply-settings.ts'
import { checkRequest } from './check-request.ts'
import { discover } from './discover.ts'
import { refine } from './errors.ts'
import { openClient, overWire } from './open-client.ts'
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
  const client = await openClient()
  const address = addressUnder(baseUrlOf(call.connection.definition), '/chat/completions')
  const fetchOptions = overWire(call.connection, wire.fetch)
  // Without the signal: the wire heeds it, and the SDK would take its time to watch it once more.
  const asked = client.post<Json>(address, { body, fetchOptions })
  const reader = createChunkReader(secretsOf(call.connection.credentials).removeFrom)
  if (body.stream) {
    for await (const chunk of wire.events(await asked.asResponse())) {
      // Not `yield*`, which wraps the list anew for every chunk.
      for (const event of reader.read(chunk)) yield event
    }
    if (!wire.notes.done) throw endedEarly()
  } else yield* reader.read(await asked)
  yield* reader.end()
}
