import type { Json } from '@stet/history'
import type { ModelEvent } from '../model-event.ts'
import { createAnswerBuilder } from '../transport/answer-builder.ts'
import { endedEarly } from '../transport/to-model-error.ts'
import { createAnswerReader } from './answer-reader.ts'

export interface ReadOptions {
  /** What was put into the answer's mouth: the model went on behind it. */
  readonly prefill: string
  readonly log?: ((line: string) => void) | undefined
}

/** The raw events of one answer as ours. Only `message_stop` ends it well (FP-4); what follows that is read no more (FP-15). */
export async function* readStream(
  events: AsyncIterable<Json> | Iterable<Json>,
  { prefill, log }: ReadOptions,
): AsyncGenerator<ModelEvent> {
  const builder = createAnswerBuilder()
  const reader = createAnswerReader(builder, prefill)
  for await (const event of events) {
    reader.read(event)
    yield* builder.take()
    if (!reader.ended()) continue
    if (reader.unread() > 0) log?.(`${reader.unread()} events of an unknown kind were not read`)
    return
  }
  throw endedEarly()
}
