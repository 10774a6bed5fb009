import type { Row } from '../../state/to-rows.ts'

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
  return 'parts' in row.message ? row.message.parts : []
}

function linesOf(text: string): number {
  if (text.length > TALLEST * 4) return TALLEST / LINE
  return text.split('\n').reduce((sum, line) => sum + Math.max(0.6, Math.ceil(line.length / LINE_CHARACTERS)), 0)
}
