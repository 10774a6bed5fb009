import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { Answer, ModelEvent } from '../model-event.ts'
import { createAnswerBuilder } from '../transport/answer-builder.ts'
import { jsonField, textField } from '../transport/json-field.ts'
import { endedEarly } from '../transport/to-model-error.ts'
import { createOpenBlocks } from './open-blocks.ts'
import { toUsage } from './usage.ts'

/** Reads the events of one answer, each as it came: one that comes whole is put into events first. */
export interface EventReader {
  read(event: Json): readonly ModelEvent[]
  /** The answer, when the stream is over. Throws where it is none (FP-4). */
  end(): readonly ModelEvent[]
}

export function createEventReader(prefill: string): EventReader {
  const builder = createAnswerBuilder()
  const blocks = createOpenBlocks(builder, prefill)
  let usage: Json | null = null
  let end: Answer['end'] | ModelError | null = null

  function readEvent(event: Json): void {
    const start = jsonField(event, 'contentBlockStart')
    const delta = jsonField(event, 'contentBlockDelta')
    const stop = jsonField(event, 'messageStop')
    const metadata = jsonField(event, 'metadata')
    // The start of the message says nothing: that it comes twice, or in the middle, changes nothing (FP-15).
    if (start !== null) blocks.open(indexOf(start), jsonField(start, 'start'))
    if (delta !== null) blocks.grow(indexOf(delta), jsonField(delta, 'delta'))
    if (stop !== null) end = endOf(textField(stop, 'stopReason'))
    if (metadata !== null) usage = jsonField(metadata, 'usage')
  }

  return {
    read(event) {
      readEvent(event)
      return builder.take()
    },
    end() {
      if (end === null) throw endedEarly()
      if (end instanceof ModelError) throw end
      const content = blocks.close()
      builder.finish({
        end,
        native: content.length === 0 ? null : { protocol: 'bedrock', content },
        rawUsage: usage,
        usage: toUsage(usage, blocks.searches()),
      })
      return builder.take()
    },
  }
}

function indexOf(event: Json): number {
  return Number(jsonField(event, 'contentBlockIndex') ?? 0)
}

/** What the reason that Bedrock gives for stopping comes to: the end of an answer, or the error that it broke off with. */
function endOf(reason: string | null): Answer['end'] | ModelError {
  switch (reason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    case 'guardrail_intervened':
    case 'content_filtered':
    case 'refusal':
      return 'refused'
    case 'malformed_tool_use':
      return new ModelError('protocol', { message: 'the model wrote a call that Bedrock could not read' })
    case 'malformed_model_output':
      return new ModelError('protocol', { message: 'the model wrote something that Bedrock could not read' })
    default:
      return 'complete'
  }
}
