import type { Json } from '@stet/history'
import type { Answer } from '../model-event.ts'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonObject, jsonField, textField } from '../transport/json-field.ts'
import { fromErrorEvent } from './errors.ts'
import { createOpenBlocks } from './open-blocks.ts'
import { mergeUsage, toUsage } from './usage.ts'

export interface AnswerReader {
  read(event: Json): void
  /** Whether the last event was read: nothing may follow. */
  ended(): boolean
  /** How many events and deltas were of a kind that nobody knows. */
  unread(): number
}

/** Reads the events of one message, wherever they come from: a stream, Bedrock, or a message that came whole. */
export function createAnswerReader(builder: AnswerBuilder, prefill: string): AnswerReader {
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

  return { read, ended: () => ended, unread: () => unread }
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
