import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { Answer } from '../model-event.ts'
import type { AnswerReader } from '../provider.ts'
import { createAnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonList, isJsonObject, jsonField, textField } from '../transport/json-field.ts'
import { endedEarly } from '../transport/to-model-error.ts'
import { fromErrorEvent } from './errors.ts'
import { createOpenBlocks } from './open-blocks.ts'
import { mergeUsage, toUsage } from './usage.ts'

export interface ReaderOptions {
  /** The beginning that was given to the answer: the model continued after it. */
  readonly prefill: string
  readonly log?: ((line: string) => void) | undefined
}

/** Reads the events of one message, from Anthropic or from Bedrock. Only `message_stop` ends it well (FP-4); nothing after that is read (FP-15). */
export function createMessageReader({ prefill, log }: ReaderOptions): AnswerReader {
  const builder = createAnswerBuilder()
  const blocks = createOpenBlocks(builder, prefill)
  let started = false
  let usage: Json | null = null
  let outputTold = false
  let stopReason: string | null = null
  let ended = false
  let unread = 0

  /** Some servers and proxies send the start again, also in the middle (FP-15): the message has begun, and only once. */
  function start(message: Json): void {
    if (started) return
    started = true
    usage = mergeUsage(usage, jsonField(message, 'usage'))
  }

  function finish(): void {
    blocks.closeAll()
    builder.finish({
      end: endOf(stopReason),
      native: blocks.native(),
      rawUsage: usage,
      // The start tells the output so far, which is none of the answer's.
      usage: outputTold ? toUsage(usage) : null,
    })
    ended = true
    if (unread > 0) log?.(`${unread} events of an unknown kind were not read`)
  }

  function read(event: Json): void {
    const index = Number(jsonField(event, 'index'))
    switch (textField(event, 'type')) {
      case 'message_start':
        start(jsonField(event, 'message'))
        break
      case 'content_block_start':
        blocks.open(index, jsonField(event, 'content_block'))
        break
      case 'content_block_delta':
        if (!blocks.grow(index, jsonField(event, 'delta'))) unread += 1
        break
      case 'content_block_stop':
        blocks.close(index)
        break
      case 'message_delta': {
        const told = jsonField(event, 'usage')
        stopReason = textField(jsonField(event, 'delta'), 'stop_reason') ?? stopReason
        outputTold ||= isJsonObject(told) && jsonField(told, 'output_tokens') !== null
        usage = mergeUsage(usage, told)
        break
      }
      case 'message_stop':
        finish()
        break
      case 'error':
        throw fromErrorEvent(event)
      case 'ping':
        break
      default:
        unread += 1
    }
  }

  return {
    read,
    readWhole(message) {
      for (const event of toEvents(message)) read(event)
    },
    hasEnded: () => ended,
    end() {
      throw endedEarly()
    },
    take: builder.take,
  }
}

/** A whole answer as the events in which it would have streamed. */
function toEvents(message: Json): readonly Json[] {
  if (textField(message, 'type') === 'error') return [message]
  if (!isJsonObject(message) || !isJsonList(message.content)) {
    throw new ModelError('protocol', { message: 'the answer is not a message of Anthropic' })
  }
  const { content, stop_reason: stopReason = null, usage = null } = message
  return [
    { type: 'message_start', message: { ...message, content: [] } },
    ...content.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: block },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: stopReason }, usage },
    { type: 'message_stop' },
  ]
}

/** A turn that was paused goes on when it is asked to, as one that met its limit does. */
function endOf(stopReason: string | null): Answer['end'] {
  switch (stopReason) {
    case 'refusal':
      return 'refused'
    case 'max_tokens':
    case 'model_context_window_exceeded':
    case 'pause_turn':
      return 'length'
    default:
      return 'complete'
  }
}
