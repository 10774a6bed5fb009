import { refine as refineBedrock } from '../bedrock/errors.ts'
import { ModelError } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import type { Provider, ProviderCall } from '../provider.ts'
import { runAttempt } from '../transport/run-attempt.ts'
import { applySettings } from './apply-settings.ts'
import { askBedrock } from './ask-bedrock.ts'
import { askDirect } from './ask-direct.ts'
import { checkRequest } from './check-request.ts'
import { discover } from './discover.ts'
import { fromRefusal } from './errors.ts'
import { readStream } from './read-stream.ts'
import { routeOf } from './route.ts'
import { toRequest } from './to-request.ts'

/** Anthropic's Messages API: at Anthropic, at servers that speak it, and on Bedrock. */
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
      refine: routeOf(call.connection.definition).kind === 'bedrock' ? refineBedrock : fromRefusal,
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
  const { kind, baseUrl } = routeOf(definition)
  const events =
    kind === 'bedrock'
      ? askBedrock({ connection: { ...connection, definition: { ...definition, baseUrl } }, body, fetch })
      : askDirect({ connection, baseUrl, body, fetch, signal })
  yield* readStream(events, { prefill, log })
}
