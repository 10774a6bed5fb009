import type { Json } from '@stet/history'
import { isJsonObject, jsonField, listField, textField } from '../transport/json-field.ts'

/** An answer that came whole as the events that it would have come in, so that one reader reads both. */
export function toEvents(answer: Json): readonly Json[] {
  const content = listField(jsonField(jsonField(answer, 'output'), 'message'), 'content')
  return [
    { messageStart: { role: 'assistant' } },
    ...content.flatMap((block, contentBlockIndex) => toBlockEvents(block, contentBlockIndex)),
    { messageStop: { stopReason: textField(answer, 'stopReason') } },
    { metadata: { usage: jsonField(answer, 'usage') } },
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
