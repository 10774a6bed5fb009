import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import { isJsonList, isJsonObject } from '../transport/json-field.ts'

/** An answer that came whole, as the events in which it would have streamed. */
export function* toEvents(message: Json): Generator<Json> {
  if (!isJsonObject(message) || !isJsonList(message.content)) {
    throw new ModelError('protocol', { message: 'the answer is no message of Anthropic' })
  }
  const { content, stop_reason: stopReason = null, usage = null } = message
  yield { type: 'message_start', message: { ...message, content: [] } }
  for (const [index, block] of content.entries()) {
    yield { type: 'content_block_start', index, content_block: block }
    yield { type: 'content_block_stop', index }
  }
  yield { type: 'message_delta', delta: { stop_reason: stopReason }, usage }
  yield { type: 'message_stop' }
}
