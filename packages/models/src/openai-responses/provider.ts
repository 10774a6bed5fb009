import { ModelError } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import { addressUnder, baseUrlOf } from '../openai/addresses.ts'
import { openClient, overWire } from '../openai/open-client.ts'
import type { Provider, ProviderCall } from '../provider.ts'
import { runAttempt } from '../transport/run-attempt.ts'
import { applySettings } from './apply-settings.ts'
import { checkRequest } from './check-request.ts'
import { discover } from './discover.ts'
import { fromErrorEvent, refineRefusal, thrownEvent } from './errors.ts'
import { readAnswer } from './read-answer.ts'
import { readStream } from './read-stream.ts'
import { toRequest } from './to-request.ts'

/** OpenAI's Responses API, and servers that speak it. */
export const openAiResponses: Provider = {
  type: 'openai-responses',
  discover,
  defaults: { takes: { images: true, files: true, tools: true }, reasoning: 'effort', caching: 'automatic' },
  notApplied: (facts, settings, { definition }) => applySettings(facts, settings, definition).notApplied,
  stream: call =>
    runAttempt({
      connection: call.connection,
      signal: call.signal,
      read: wire => ask(call, wire.fetch),
      refine: refineRefusal,
    }),
}

async function* ask(
  { connection, facts, request, settings, files, signal, onMapped }: ProviderCall,
  fetch: typeof globalThis.fetch,
): AsyncGenerator<ModelEvent> {
  const { definition } = connection
  const { body, notApplied, notes } = toRequest({ request, facts, settings, files, definition })
  const breaches = checkRequest(body)
  if (breaches.length > 0) {
    throw new ModelError('invalid-request', { message: `OpenAI would refuse this request: ${breaches.join('; ')}` })
  }
  onMapped({ notApplied, notes })
  const client = await openClient()
  const address = addressUnder(baseUrlOf(definition), '/responses')
  const fetchOptions = overWire(connection, fetch)
  // Not `responses.create`: its types know only the items of its day, and it adds a field to an answer that comes whole.
  const { stream } = body
  try {
    if (stream)
      yield* readStream(await client.post<AsyncIterable<unknown>>(address, { body, stream, signal, fetchOptions }))
    else yield* readAnswer(await client.post(address, { body, signal, fetchOptions }))
  } catch (error) {
    const told = thrownEvent(error)
    throw told === null ? error : fromErrorEvent(told)
  }
}
