import type { FilePart, TextPart, ToolResultPart } from '@stet/history'
import { cutMarker, cutText, withThousands } from '../content/cut-text.ts'
import { resultsIn } from '../content/to-plain.ts'
import { type Layer, redraft } from '../draft/layer.ts'

/**
 * Cuts long tool results, those of the current cycle too: each to the limit for one, and all of a step to the limit for a step (C5). A marker
 * says how much was cut. Pinned results stay whole.
 */
export const resultLimits = {
  name: 'result-limits',
  label: 'Result limits',
  apply: (draft, { settings: { resultLimit, stepResultLimit } }) =>
    redraft(draft, ['tool-results'], draft.messages.length, (message, content, index) => {
      if (message.role !== 'tool-results' || draft.pinned.has(index)) return null
      const results = resultsIn(message, content)
      const lengths = lengthsOf(results)
      const limit = Math.min(resultLimit, shareOf(lengths, resultLimit, stepResultLimit))
      const cut = lengths.filter(length => length > limit).length
      if (cut === 0) return null
      const parts = results.map((part, at) => ((lengths[at] ?? 0) > limit ? cutResult(part, limit) : part))
      const because = `${cut} of ${lengths.length} results cut to ${withThousands(limit)} characters`
      return {
        content: { form: 'plain', messageId: message.id, role: 'tool-results', parts, cacheMark: false },
        note: { fate: 'trimmed', because },
      }
    }),
} as const satisfies Layer

function lengthsOf(results: readonly ToolResultPart[]): readonly number[] {
  return results.map(part => {
    let length = 0
    for (const piece of part.content) if (piece.kind === 'text') length += piece.text.length
    return length
  })
}

/** The length to which the longest results of a step are cut so that all fit; short ones stay whole. */
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
