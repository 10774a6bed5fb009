import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import type { Row } from '../../state/chat-view.ts'

/** The row that holds the focus stays in the document, or a keyboard user would be thrown back to the top of the page. */
export function withFocused(range: Range, scroller: HTMLElement | null): number[] {
  const indexes = defaultRangeExtractor(range)
  const focused = document.activeElement?.closest('[data-index]')
  const index = focused && scroller?.contains(focused) ? Number(focused.getAttribute('data-index')) : -1
  if (index < 0 || index >= range.count || indexes.includes(index)) return indexes
  return [...indexes, index].sort((one, other) => one - other)
}

const LINE = 26
const LINE_CHARACTERS = 72
const AROUND = 72
const TALLEST = 6000

/** A row's height before it was drawn, so that the scroll bar is about right from the start. */
export function estimateHeight(row: Row): number {
  const parts = partsOf(row)
  const lines = parts.reduce((sum, part) => sum + (part.kind === 'text' ? linesOf(part.text ?? '') : 1.5), 0)
  return Math.min(TALLEST, AROUND + Math.ceil(lines) * LINE)
}

type Parts = readonly { readonly kind: string; readonly text?: string }[]

function partsOf(row: Row): Parts {
  if (row.kind === 'draft') return row.draft.parts
  if (row.kind === 'waiting') return [{ kind: 'text', text: row.message.text }]
  if (row.kind === 'steps') return []
  return 'parts' in row.message ? row.message.parts : []
}

function linesOf(text: string): number {
  if (text.length > TALLEST * 4) return TALLEST / LINE
  return text.split('\n').reduce((sum, line) => sum + Math.max(0.6, Math.ceil(line.length / LINE_CHARACTERS)), 0)
}
