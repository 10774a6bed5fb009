import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import type { Provider, ProviderCall } from '../provider.ts'
import type { Wire } from '../transport/open-wire.ts'
import { runAttempt } from '../transport/run-attempt.ts'
import { secretsOf } from '../transport/secrets.ts'
import { applySettings } from './apply-settings.ts'
import type { ConverseBody } from './body.ts'
import { checkRequest } from './check-request.ts'
import { discover } from './discover.ts'
import { fromStreamError, refine } from './errors.ts'
import { createEventTap } from './event-tap.ts'
import { openRuntime } from './open-client.ts'
import { toEvents } from './read-answer.ts'
import { createEventReader } from './read-stream.ts'
import { toRequest } from './to-request.ts'

/** Any model on Bedrock, by its Converse API. */
export const bedrock: Provider = {
  type: 'bedrock',
  discover,
  defaults: { takes: { images: false, files: false, tools: true }, reasoning: 'none', caching: 'none' },
  notApplied: (facts, settings) => applySettings(facts, settings).notApplied,
  stream: call =>
    runAttempt({ connection: call.connection, signal: call.signal, refine, read: wire => readAnswer(call, wire) }),
}

async function* readAnswer(call: ProviderCall, wire: Wire): AsyncGenerator<ModelEvent> {
  const { body, prefill, notApplied, notes } = toRequest(call)
  const breaches = checkRequest(body)
  if (breaches.length > 0) {
    throw new ModelError('invalid-request', { message: `Bedrock would refuse this request: ${breaches.join('; ')}` })
  }
  call.onMapped({ notApplied, notes })
  const reader = createEventReader(prefill)
  for await (const event of call.settings.streaming ? streamed(call, body, wire) : whole(call, body, wire)) {
    yield* reader.read(event)
  }
  yield* reader.end()
}

/** What the SDK would write of the messages is replaced by the body. */
function inputOf({ facts }: ProviderCall) {
  return { modelId: facts.model, messages: [] }
}

async function* streamed(call: ProviderCall, body: ConverseBody, wire: Wire): AsyncGenerator<Json> {
  const tap = createEventTap(call.connection.log)
  const onWhole = () => {
    throw new ModelError('protocol', { message: `${wire.host()} sent something else than a stream` })
  }
  const client = await openRuntime(call.connection, { fetch: wire.fetch, body: JSON.stringify(body), onWhole }, tap)
  const { ConverseStreamCommand } = await import('@aws-sdk/client-bedrock-runtime')
  try {
    const { stream = [] } = await client.send(new ConverseStreamCommand(inputOf(call)))
    for await (const _ of stream) yield* tap.take()
    yield* tap.take()
  } catch (error) {
    // What came before it in the same piece of the stream stands.
    yield* tap.take()
    throw fromStreamError(error, secretsOf(call.connection.credentials).removeFrom)
  }
}

async function* whole(call: ProviderCall, body: ConverseBody, wire: Wire): AsyncGenerator<Json> {
  let answer = ''
  const onWhole = (text: string) => {
    answer = text
  }
  const handler = { fetch: wire.fetch, body: JSON.stringify(body), onWhole }
  const client = await openRuntime(call.connection, handler, createEventTap())
  const { ConverseCommand } = await import('@aws-sdk/client-bedrock-runtime')
  await client.send(new ConverseCommand(inputOf(call)))
  yield* toEvents(JSON.parse(answer))
}
