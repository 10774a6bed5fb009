import type { Block } from './split-blocks.ts'

/** How much of a long text is drawn: laying out a megabyte takes seconds, and nobody reads it in one go. */
export interface Extent {
  readonly characters: number
  readonly lines: number
}

/** Drawn at once, within a frame or two; what follows is drawn when the page has time. */
export const AT_FIRST: Extent = { characters: 8_000, lines: 120 }
export const SOON: Extent = { characters: 40_000, lines: 600 }
export const WHOLE: Extent = { characters: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY }

/** A block costs more than its lines: it has a place, a margin, perhaps a button. */
const LINES_A_BLOCK = 3

export function more(extent: Extent): Extent {
  return { characters: extent.characters + SOON.characters, lines: extent.lines + SOON.lines }
}

/** The first blocks that together are not longer than this; at least one. */
export function firstBlocks(blocks: readonly Block[], lines: number): readonly Block[] {
  if (lines === Number.POSITIVE_INFINITY) return blocks
  let left = lines
  const end = blocks.findIndex((block, index) => {
    if (block.kind !== 'space') left -= LINES_A_BLOCK + block.source.split('\n').length
    return left < 0 && index > 0
  })
  return end === -1 ? blocks : blocks.slice(0, end)
}
