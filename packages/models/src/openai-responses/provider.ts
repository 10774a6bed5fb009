import type { Connection } from '../definition.ts'
import { ModelError } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import type { Provider, ProviderCall } from '../provider.ts'
import { runAttempt } from '../transport/run-attempt.ts'
import { secretsOf } from '../transport/secrets.ts'
import { applySettings } from './apply-settings.ts'
import { checkRequest } from './check-request.ts'
import { discover } from './discover.ts'
import { fromErrorEvent, refineRefusal, thrownEvent } from './errors.ts'
import { openClient } from './open-client.ts'
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
  const client = await openClient(connection, fetch)
  // Not `responses.create`: its types know only the items of its day, and it adds a field to an answer that comes whole.
  const { stream } = body
  try {
    if (stream) yield* readStream(await client.post<AsyncIterable<unknown>>('/responses', { body, stream, signal }))
    else yield* readAnswer(await client.post('/responses', { body, signal }))
  } catch (error) {
    const told = thrownEvent(error)
    throw withoutSecrets(told === null ? error : fromErrorEvent(told), connection)
  }
}

/** An error within a stream passes the wire as part of it, whatever it repeats. */
function withoutSecrets(error: unknown, { credentials }: Connection): unknown {
  if (!(error instanceof ModelError)) return error
  const { kind, status, retryable, retryAfterMs } = error
  const message = secretsOf(credentials).removeFrom(error.message)
  return message === error.message
    ? error
    : new ModelError(kind, {
        message,
        retryable,
        ...(status !== null && { status }),
        ...(retryAfterMs !== null && { retryAfterMs }),
      })
}
