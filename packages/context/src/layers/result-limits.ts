import type { FilePart, TextPart, ToolResultPart } from '@stet/history'
import { cutMarker, cutText, withThousands } from '../content/cut-text.ts'
import { resultsIn } from '../content/to-plain.ts'
import { type Layer, redraft } from '../draft/layer.ts'
import { cutResultMarker, leastCutMarker, resultText } from '../markers/marker.ts'

/** How much of what is kept is the end of a result: an exit code or an error is there. */
const END_SHARE = 1 / 10

/**
 * Cuts the middle out of long tool results, those of the current cycle too: each to the limit for one, and all of a step to the limit for a
 * step (C5). A marker says how much was cut. Pinned results stay whole.
 */
export const resultLimits = {
  name: 'result-limits',
  label: 'Result limits',
  apply: (draft, { settings: { resultLimit, stepResultLimit, markers } }) => {
    const isMarked = markers !== 'off'
    return redraft(draft, ['tool-results'], draft.messages.length, (message, content, index) => {
      if (message.role !== 'tool-results' || draft.pinned.has(index)) return null
      const results = resultsIn(message, content)
      const lengths = lengthsOf(results)
      const limit = Math.min(resultLimit, shareOf(lengths, resultLimit, stepResultLimit))
      const cut = lengths.filter(length => isCut(length, limit, isMarked)).length
      if (cut === 0) return null
      const parts = results.map((part, at) => {
        const length = lengths[at] ?? 0
        return isCut(length, limit, isMarked) ? cutResult(part, { length, limit, isMarked }) : part
      })
      const because = `${cut} of ${lengths.length} results cut to ${withThousands(limit)} characters`
      return {
        content: { form: 'plain', messageId: message.id, role: 'tool-results', parts, cacheMark: false },
        note: { fate: 'trimmed', because },
      }
    })
  },
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

/** Whether the view gets shorter: a marker in place of a few characters makes it longer. */
function isCut(length: number, limit: number, isMarked: boolean): boolean {
  const marker = isMarked ? leastCutMarker(length - limit) : cutMarker(length - limit).length
  return length > limit + marker + 2
}

interface Cut {
  readonly length: number
  readonly limit: number
  /** Whether the note names the facts that were cut out, and how to recall them (C23). */
  readonly isMarked: boolean
}

/** The result with the middle of its texts cut out, so that about `limit` of `length` characters are left and a marker. */
function cutResult(part: ToolResultPart, { length, limit, isMarked }: Cut): ToolResultPart {
  const end = Math.floor(limit * END_SHARE)
  const kept = keptPieces(part.content, limit - end, length - end)
  let cut = 0
  for (const { removed } of kept) cut += removed
  const marker = isMarked ? markerOf(part, kept, cut) : cutMarker(cut)
  const marked = kept.findIndex(({ removed }) => removed > 0)
  const content = kept.flatMap(({ file, head, tail }, at): readonly (TextPart | FilePart)[] => {
    if (file !== null) return [file]
    const texts = at === marked ? [head, marker, tail] : [head, tail]
    const text = texts.filter(each => each !== '').join('\n')
    return text === '' ? [] : [{ kind: 'text', text }]
  })
  return { ...part, content }
}

// Facts of a long result take time to find, and a result is cut in the same way in every request of a chat.
const made = new WeakMap<ToolResultPart, { readonly cut: number; readonly marker: string }>()

function markerOf(part: ToolResultPart, kept: readonly KeptPiece[], cut: number): string {
  const known = made.get(part)
  if (known?.cut === cut) return known.marker
  const rest = kept.map(({ head, tail }) => `${head}\n${tail}`).join('\n')
  const marker = cutResultMarker(resultText(part), rest, cut)
  made.set(part, { cut, marker })
  return marker
}

interface KeptPiece {
  readonly file: FilePart | null
  readonly head: string
  readonly tail: string
  readonly removed: number
}

/** Each piece without the characters from `from` to `to`, counted over all texts, and never half a character. */
function keptPieces(pieces: readonly (TextPart | FilePart)[], from: number, to: number): readonly KeptPiece[] {
  let place = 0
  return pieces.map(piece => {
    if (piece.kind === 'file') return { file: piece, head: '', tail: '', removed: 0 }
    const { text } = piece
    const head = cutText(text, Math.max(0, from - place))
    const tail = text.slice(Math.max(head.length, cutText(text, Math.max(0, to - place)).length))
    place += text.length
    return { file: null, head, tail, removed: text.length - head.length - tail.length }
  })
}
