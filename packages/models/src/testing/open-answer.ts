import {
  type AnswerSettings,
  defaultAnswerSettings,
  type Json,
  type ModelFacts,
  type ModelRequest,
} from '@stet/history'
import type { Connection } from '../definition.ts'
import type { ModelEvent } from '../model-event.ts'
import type { AnswerReader, Provider } from '../provider.ts'
import { noRetries, type OpenedCall, streamAnswer } from '../stream-answer.ts'
import { conversation } from './conversation.ts'

export interface AnswerOptions extends Pick<OpenedCall, 'onSent'> {
  readonly connection: Connection
  readonly facts: ModelFacts
  readonly request?: ModelRequest
  readonly settings?: Partial<AnswerSettings>
  readonly files?: ReadonlyMap<string, Uint8Array>
  readonly signal?: AbortSignal
}

/** The answer of a provider to one attempt. */
export function openAnswer(provider: Provider, options: AnswerOptions): AsyncIterable<ModelEvent> {
  const { connection, facts, request = conversation('Hello?'), files = new Map(), onSent } = options
  const settings = { ...defaultAnswerSettings, ...options.settings }
  return streamAnswer({
    open: async () => ({
      connection,
      prepared: provider.prepare({ connection, facts, request, settings, files }),
      ...(onSent && { onSent }),
    }),
    streaming: settings.streaming,
    signal: options.signal ?? new AbortController().signal,
    retries: noRetries,
  })
}

/** What a reader makes of these events, up to the end of the stream. */
export function* readAll(reader: AnswerReader, events: Iterable<Json>): Generator<ModelEvent> {
  for (const event of events) {
    if (reader.hasEnded()) return
    reader.read(event)
    yield* reader.take()
  }
  if (!reader.hasEnded()) reader.end()
  yield* reader.take()
}

/** What a reader makes of an answer that comes all at once. */
export function readWhole(reader: AnswerReader, answer: Json): readonly ModelEvent[] {
  reader.readWhole(answer)
  return reader.take()
}
