import type { ModelEvent } from '../model-event.ts'
import { endedEarly } from '../transport/to-model-error.ts'
import { createResponseReader } from './response-reader.ts'

/** The events of a response, as the SDK gives them, as ours. */
export async function* readStream(events: AsyncIterable<unknown>): AsyncGenerator<ModelEvent> {
  const reader = createResponseReader()
  for await (const event of events) {
    yield* reader.read(event)
    if (reader.ended()) return
  }
  throw endedEarly()
}
