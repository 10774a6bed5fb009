import type { StopReason as KnownReason } from '@aws-sdk/client-bedrock-runtime'
import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { Answer } from '../model-event.ts'
import type { AnswerReader } from '../provider.ts'
import { createAnswerBuilder } from '../transport/answer-builder.ts'
import { indexField, isJsonObject, jsonField, kindField, listField, textField } from '../transport/json-field.ts'
import { endedEarly } from '../transport/to-model-error.ts'
import type { EventType } from './body.ts'
import { createOpenBlocks } from './read-parts.ts'
import { toUsage } from './usage.ts'

/** `refusal` is Claude's own, which Bedrock passes on. */
type StopReason = KnownReason | 'refusal'

/** Reads the events of one answer. A whole answer is put into events first. */
export function createConverseReader(prefill: string, toolNames?: ReadonlyMap<string, string>): AnswerReader {
  const builder = createAnswerBuilder(toolNames)
  const blocks = createOpenBlocks(builder, prefill)
  let usage: Json | null = null
  let ending: Answer['end'] | ModelError | null = null
  let ended = false

  function read(event: Json): void {
    const field = (kind: EventType) => jsonField(event, kind)
    const start = field('contentBlockStart')
    const delta = field('contentBlockDelta')
    const stop = field('messageStop')
    const metadata = field('metadata')
    // The start of the message says nothing, so it may come twice or in the middle (FP-15).
    if (start !== null) blocks.open(indexField(start, 'contentBlockIndex'), jsonField(start, 'start'))
    if (delta !== null) blocks.grow(indexField(delta, 'contentBlockIndex'), jsonField(delta, 'delta'))
    if (stop !== null) ending = endOf(kindField<StopReason>(stop, 'stopReason'))
    if (metadata !== null)
      usage = withTier(jsonField(metadata, 'usage'), textField(jsonField(metadata, 'serviceTier'), 'type'))
  }

  function end(): void {
    if (ending === null) throw endedEarly()
    if (ending instanceof ModelError) throw ending
    const content = blocks.close()
    builder.finish({
      end: ending,
      native: content.length === 0 ? null : { protocol: 'bedrock', content },
      rawUsage: usage,
      usage: toUsage(usage, blocks.searches()),
    })
    ended = true
  }

  return {
    read,
    readWhole(answer) {
      for (const event of toEvents(answer)) read(event)
      end()
    },
    hasEnded: () => ended,
    end,
    take: builder.take,
    reported: () => (usage === null ? null : { rawUsage: usage, usage: toUsage(usage, blocks.searches()) }),
  }
}

/** The tier is reported beside the usage, and decides the price (U5). */
function withTier(usage: Json, tier: string | null): Json {
  return tier === null || tier === 'default' || !isJsonObject(usage) ? usage : { ...usage, serviceTier: tier }
}

/** The end of an answer by Bedrock's reason for it, or the error that it broke off with. */
function endOf(reason: StopReason | null): Answer['end'] | ModelError {
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

/** A whole answer as the events in which it would have streamed. */
function toEvents(answer: Json): readonly Json[] {
  const content = listField(jsonField(jsonField(answer, 'output'), 'message'), 'content')
  return [
    { messageStart: { role: 'assistant' } },
    ...content.flatMap((block, contentBlockIndex) => toBlockEvents(block, contentBlockIndex)),
    { messageStop: { stopReason: textField(answer, 'stopReason') } },
    { metadata: { usage: jsonField(answer, 'usage'), serviceTier: jsonField(answer, 'serviceTier') } },
  ]
}

function toBlockEvents(block: Json, contentBlockIndex: number): readonly Json[] {
  const [entry] = isJsonObject(block) ? Object.entries(block) : []
  if (entry === undefined) return []
  const [kind, value] = entry
  const delta = (piece: Json): Json => ({ contentBlockDelta: { contentBlockIndex, delta: piece } })
  const start = (piece: Json): Json => ({ contentBlockStart: { contentBlockIndex, start: piece } })
  switch (kind) {
    case 'text':
      return [delta(block)]
    case 'reasoningContent': {
      const text = jsonField(value, 'reasoningText')
      if (!isJsonObject(text)) return [delta(block)]
      return Object.entries(text).map(([name, piece]) => delta({ reasoningContent: { [name]: piece } }))
    }
    case 'toolUse': {
      const { input, ...rest } = isJsonObject(value) ? value : {}
      const written = input === undefined ? '' : JSON.stringify(input)
      return [start({ toolUse: rest }), delta({ toolUse: { input: written } })]
    }
    case 'citationsContent':
      return [
        ...listField(value, 'content').map(piece => delta({ text: textField(piece, 'text') ?? '' })),
        ...listField(value, 'citations').map(citation => delta({ citation })),
      ]
    default:
      return [start(block)]
  }
}
