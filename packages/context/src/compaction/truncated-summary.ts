import { cutMarker, cutText } from '../content/cut-text.ts'
import type { TokenCounts } from '../tokens/token-counts.ts'
import type { CompactionPlan } from './compaction-plan.ts'
import { quoteText, type Summarised, toBlocks } from './to-blocks.ts'

const NOTICE = 'This is no summary, which could not be made, but the conversation cut to fit.'

/** How much of what is kept is its beginning: what was asked for at first, or the summary that was there before. */
const BEGINNING = 0.4

/**
 * The plain truncation that replaces a summary that failed, when one is needed to fit (C11): the beginning and the end of what was
 * to be summarised, at most as many tokens as there is room for.
 */
export function truncatedSummary(plan: Summarised & Pick<CompactionPlan, 'room'>, tokens: TokenCounts): string {
  const { room } = plan
  const text = toBlocks(plan)
    .map(({ heading, content }) => `${heading}\n${quoteText(content)}`)
    .join('\n\n')
  let length = text.length
  for (;;) {
    const kept = `${NOTICE}\n\n${middleCut(text, length)}`
    const count = tokens.text(kept)
    if (count <= room) return kept
    if (length === 0) return shortNotice(room, tokens)
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
