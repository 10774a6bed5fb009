import type { Json } from '@stet/history'
import { isJsonObject } from '../transport/json-field.ts'

/**
 * Adds a part of a chunk to the parts of the answer. Pieces of one text are put together, as they come in an answer that is not streamed; a
 * part with anything but text in it, such as a signature, stays as it is, since a signature holds for the part that it came with.
 */
export function addPiece(parts: Json[], piece: Json): void {
  const last = parts.at(-1)
  const added = textPiece(piece)
  if (added === null) {
    parts.push(piece)
    return
  }
  // A text that says nothing bears nothing either, and is refused when it is sent back.
  if (added.text === '') return
  const before = last === undefined ? null : textPiece(last)
  if (before === null || before.thought !== added.thought) parts.push(piece)
  else parts[parts.length - 1] = { ...before.part, text: before.text + added.text }
}

interface TextPiece {
  readonly part: { readonly [key: string]: Json }
  readonly text: string
  readonly thought: boolean
}

/** A part that is text or thought and nothing else; null for any other. */
function textPiece(part: Json): TextPiece | null {
  if (!isJsonObject(part) || typeof part.text !== 'string') return null
  const thought = part.thought === true
  const fields = Object.keys(part).length
  return fields === (thought ? 2 : 1) ? { part, text: part.text, thought } : null
}
