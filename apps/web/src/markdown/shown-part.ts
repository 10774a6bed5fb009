import type { Block } from './split-blocks.ts'

/** How much of a long text is drawn: laying out a megabyte takes seconds, and nobody reads it in one go. */
export interface Extent {
  readonly characters: number
  readonly lines: number
}

/** Drawn at once, within a frame or two. */
export const AT_FIRST: Extent = { characters: 8_000, lines: 120 }
const STEP: Extent = { characters: 40_000, lines: 3_000 }
/** Drawn step by step when the page has time: any answer of 200 kB that someone wrote to be read. What is longer only when it is asked for. */
const MOST: Extent = { characters: 200_000, lines: 16_000 }
export const WHOLE: Extent = { characters: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY }

/** A block costs more than its lines: it has a place and a margin, and code has buttons. */
const LINES_A_BLOCK = 3
const LINES_A_CODE_BLOCK = 40

export function growsByItself({ characters, lines }: Extent): boolean {
  return characters < MOST.characters && lines < MOST.lines
}

export function more(extent: Extent): Extent {
  return { characters: extent.characters + STEP.characters, lines: extent.lines + STEP.lines }
}

/** The first blocks that together are not longer than this; at least one. */
export function firstBlocks(blocks: readonly Block[], lines: number): readonly Block[] {
  if (lines === Number.POSITIVE_INFINITY) return blocks
  let left = lines
  const end = blocks.findIndex((block, index) => {
    if (block.kind !== 'space') left -= costOf(block)
    return left < 0 && index > 0
  })
  return end === -1 ? blocks : blocks.slice(0, end)
}

/** In lines of plain text. Each cell of a table is an element of its own. */
function costOf({ kind, source }: Block): number {
  const lines = source.split('\n').length
  if (kind === 'code') return LINES_A_CODE_BLOCK + lines
  const cells = source.startsWith('|') ? 2 * (source.match(/\|/g)?.length ?? 0) : 0
  return LINES_A_BLOCK + lines + cells
}
