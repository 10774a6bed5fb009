import type { FilePart, RequestMessage, TextPart, ToolResultPart, ToolResultsMessage } from '@stet/history'
import { cutMarker, cutText, withThousands } from '../cut-text.ts'
import type { Layer } from '../layer.ts'
import { redraft } from '../redraft.ts'

/**
 * No result is longer than the limit for one, nor all of a step than the limit for a step; a marker says what was cut, the record
 * keeps all (C5). Current results too, pinned ones not.
 */
export const resultLimits: Layer = {
  name: 'result-limits',
  apply: (draft, { settings: { resultLimit, stepResultLimit } }) =>
    redraft(draft, ['tool-results'], draft.messages.length, (message, _content, index) => {
      if (message.role !== 'tool-results' || draft.pinned.has(index)) return null
      const lengths = lengthsOf(message)
      const limit = Math.min(resultLimit, shareOf(lengths, resultLimit, stepResultLimit))
      if (!lengths.some(length => length > limit)) return null
      const parts = message.parts.map((part, at) => ((lengths[at] ?? 0) > limit ? cutResult(part, limit) : part))
      const cut = lengths.filter(length => length > limit).length
      const because = `${cut} of its ${lengths.length} results ${cut === 1 ? 'is' : 'are'} cut to ${withThousands(limit)} characters`
      return { content: trimmed(message, parts), note: { fate: 'trimmed', layer: 'result-limits', because } }
    }),
}

function trimmed({ id }: ToolResultsMessage, parts: readonly ToolResultPart[]): RequestMessage {
  return { form: 'plain', messageId: id, role: 'tool-results', parts, cacheMark: false }
}

function lengthsOf({ parts }: ToolResultsMessage): readonly number[] {
  return parts.map(part => {
    let length = 0
    for (const piece of part.content) if (piece.kind === 'text') length += piece.text.length
    return length
  })
}

/** The length to which the longest results of a step are cut so that all fit: short ones stay whole. */
function shareOf(lengths: readonly number[], resultLimit: number, stepLimit: number): number {
  const limited = lengths.map(length => Math.min(length, resultLimit)).sort((one, other) => one - other)
  let left = stepLimit
  for (const [index, length] of limited.entries()) {
    const share = Math.floor(left / (limited.length - index))
    if (length > share) return share
    left -= length
  }
  return resultLimit
}

/** The first `limit` characters of a result's texts; where they end, a marker says how many more there were. */
function cutResult(part: ToolResultPart, limit: number): ToolResultPart {
  const content: (TextPart | FilePart)[] = []
  let left = limit
  let cut = 0
  let cutAt = -1
  for (const piece of part.content) {
    if (piece.kind === 'file') {
      content.push(piece)
      continue
    }
    const text = cutText(piece.text, left)
    const isCut = text.length < piece.text.length
    cut += piece.text.length - text.length
    left = isCut ? 0 : left - text.length
    if (isCut && cutAt === -1) cutAt = content.length
    if (text !== '' || cutAt === content.length) content.push({ kind: 'text', text })
  }
  return { ...part, content: content.map((piece, at) => (at === cutAt ? withMarker(piece, cut) : piece)) }
}

function withMarker(piece: TextPart | FilePart, cut: number): TextPart | FilePart {
  if (piece.kind === 'file') return piece
  return { kind: 'text', text: piece.text === '' ? cutMarker(cut) : `${piece.text}\n${cutMarker(cut)}` }
}
