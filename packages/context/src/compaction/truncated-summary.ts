import { cutMarker, cutText } from '../content/cut-text.ts'
import type { TokenCounts } from '../tokens/token-counts.ts'
import type { CompactionPlan } from './compaction-plan.ts'
import { quoteText, type Summarised, toBlocks } from './to-blocks.ts'

const REST_NOTICE = 'What followed could not be summarised. It is the conversation itself, cut to fit:'
const NOTICE = 'No summary could be made. This is the conversation itself, cut to fit.'

/** How much of what is kept is its beginning: what was asked for at first, or the summary that was there before. */
const BEGINNING = 0.4

/**
 * The plain truncation that replaces a summary that failed, when one is needed to fit (C11): the beginning and the end of what was
 * to be summarised, at most as many tokens as there is room for.
 */
export function truncatedSummary(plan: Summarised & Pick<CompactionPlan, 'room'>, tokens: TokenCounts): string {
  const { room } = plan
  const text = Array.from(toBlocks(plan), ({ heading, content }) => `${heading}\n${quoteText(content)}`).join('\n\n')
  return cutToFit(text, NOTICE, room, tokens) ?? shortNotice(room, tokens)
}

/**
 * A summary of the first parts of a conversation, and the rest cut to fit below it: so where nobody can be asked whether many more requests
 * should be made (C10). Null when the summary leaves no space.
 */
export function partlyTruncated(
  { summary, rest, room }: { readonly summary: string; readonly rest: string; readonly room: number },
  tokens: TokenCounts,
): string | null {
  return cutToFit(rest, `${summary}\n\n${REST_NOTICE}`, room, tokens)
}

/** A text below a heading, its middle cut until both fit; null when the heading alone does not. */
function cutToFit(text: string, heading: string, room: number, tokens: TokenCounts): string | null {
  let length = text.length
  for (;;) {
    const kept = `${heading}\n\n${middleCut(text, length)}`
    const count = tokens.text(kept)
    if (count <= room) return kept
    if (length === 0) return null
    length = Math.min(length - 1, Math.floor((length * room * 0.95) / count))
  }
}

/** The beginning and the end of a text, that many characters together; between them a marker says how many are gone. */
function middleCut(text: string, length: number): string {
  if (length >= text.length) return text
  const beginning = cutText(text, Math.floor(length * BEGINNING))
  const end = text.slice(cutText(text, text.length - (length - beginning.length)).length)
  const cut = text.length - beginning.length - end.length
  // The end may begin inside a quoted line, which is to stay one.
  return `${beginning}\n${cutMarker(cut)}\n> ${end}`
}

function shortNotice(room: number, tokens: TokenCounts): string {
  let notice = NOTICE
  while (notice !== '' && tokens.text(notice) > room) notice = notice.slice(0, -1)
  return notice
}
