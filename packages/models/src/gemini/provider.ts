import type { GenerateContentParameters, GenerateContentResponse } from '@google/genai/web'
import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import type { Provider, ProviderCall } from '../provider.ts'
import { toJson } from '../transport/json-field.ts'
import type { Wire } from '../transport/open-wire.ts'
import { runAttempt } from '../transport/run-attempt.ts'
import { secretsOf } from '../transport/secrets.ts'
import { applySettings } from './apply-settings.ts'
import type { GeminiBody } from './body.ts'
import { checkRequest } from './check-request.ts'
import { discover } from './discover.ts'
import { fromStreamError, refine } from './errors.ts'
import { openClient } from './open-client.ts'
import { createChunkReader } from './read-stream.ts'
import { toRequest } from './to-request.ts'

export const gemini: Provider = {
  type: 'gemini',
  discover,
  defaults: { takes: { images: true, files: true, tools: true }, reasoning: 'none', caching: 'automatic' },
  notApplied: (facts, settings) => applySettings(facts, settings).notApplied,
  stream: call =>
    runAttempt({ connection: call.connection, signal: call.signal, refine, read: wire => readAnswer(call, wire) }),
}

async function* readAnswer(call: ProviderCall, wire: Wire): AsyncGenerator<ModelEvent> {
  const { body, notApplied, notes } = toRequest(call)
  const breaches = checkRequest(body)
  if (breaches.length > 0) throw new ModelError('invalid-request', { message: `not sent: ${breaches.join('; ')}` })
  call.onMapped({ notApplied, notes })
  const reader = createChunkReader(call.facts.model)
  for await (const chunk of chunksOf(call, body, wire)) yield* reader.read(chunk)
  yield* reader.end()
}

async function* chunksOf(
  { connection, facts, settings }: ProviderCall,
  body: GeminiBody,
  wire: Wire,
): AsyncGenerator<Json> {
  const { models } = await openClient(connection, wire.fetch)
  const parameters = toParameters(facts.model, body)
  try {
    if (!settings.streaming) {
      yield toChunk(await models.generateContent(parameters))
      return
    }
    for await (const response of await models.generateContentStream(parameters)) yield toChunk(response)
  } catch (error) {
    throw fromStreamError(error, secretsOf(connection.credentials).removeFrom)
  }
}

/**
 * The whole body goes as `extraBody`, which the SDK lays over its own: what it builds from `contents` has only the fields that it knows, so that
 * an earlier answer would not be replayed as it came. Neither does it go on by itself when an answer ends, nor call functions.
 */
function toParameters(model: string, body: GeminiBody): GenerateContentParameters {
  return {
    model,
    contents: [{ role: 'user', parts: [{ text: 'replaced by the body' }] }],
    config: {
      automaticContinuation: false,
      automaticFunctionCalling: { disable: true },
      httpOptions: { extraBody: { ...body } },
    },
  }
}

function toChunk({ candidates, promptFeedback, usageMetadata }: GenerateContentResponse): Json {
  return toJson({ candidates, promptFeedback, usageMetadata })
}
