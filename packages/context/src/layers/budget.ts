import { budgetOf } from '../budget-of.ts'
import type { Draft } from '../draft.ts'
import type { Layer } from '../layer.ts'
import type { Note } from '../note.ts'
import { fixedTokens, sizesOf, sum } from '../size-of.ts'
import { isBehind } from './persons-marks.ts'

/**
 * Everything that is sent counts, and no more is sent than fits (C9). What is pinned behind a checkpoint gives way first, oldest first;
 * nothing else is dropped in silence: what still does not fit is named, and the request is not made.
 */
export const budget: Layer = {
  name: 'budget',
  apply: (draft, input) => {
    const { budget: most } = budgetOf(input)
    const fixed = fixedTokens(draft)
    const counted: Draft = { ...draft, sizes: sizesOf(draft, input.tokens) }
    const total = fixed + sum(counted.sizes)
    if (total <= most) return counted
    const lighter = withoutPinsBehind(counted, total - most)
    const needs = fixed + sum(lighter.sizes)
    return needs <= most ? lighter : overflowing(lighter, needs, most - fixed)
  },
}

function withoutPinsBehind(draft: Draft, excess: number): Draft {
  const contents = draft.contents.slice()
  const notes = draft.notes.slice()
  const sizes = draft.sizes.slice()
  let left = excess
  for (const index of [...draft.pinned].sort((one, other) => one - other)) {
    if (!isBehind(draft, index)) continue
    // Results go with the calls that went before them.
    if (left <= 0 && draft.messages[index]?.role !== 'tool-results') break
    left -= sizes[index] ?? 0
    contents[index] = null
    notes[index] = pinnedButTooLarge
    sizes[index] = 0
  }
  return { ...draft, contents, notes, sizes }
}

/** Names what does not fit, from the oldest on; the current cycle is what the request is for and stays as it is. */
function overflowing(draft: Draft, needs: number, room: number): Draft {
  const contents = draft.contents.slice()
  const notes = draft.notes.slice()
  const sizes = draft.sizes.slice()
  let left = room
  for (let index = contents.length - 1; index >= 0; index -= 1) {
    left -= sizes[index] ?? 0
    if (left >= 0 || index >= draft.current || contents[index] === null) continue
    contents[index] = null
    notes[index] = tooLarge
    sizes[index] = 0
  }
  return { ...draft, contents, notes, sizes, overflow: needs }
}

const tooLarge: Note = { fate: 'over-budget', layer: 'budget', because: 'it does not fit' }
const pinnedButTooLarge: Note = {
  fate: 'over-budget',
  layer: 'budget',
  because: 'you pinned it, but it does not fit with what follows the checkpoint',
}
