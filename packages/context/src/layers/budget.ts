import type { AssembleInput } from '../draft/assemble-input.ts'
import { budgetOf } from '../draft/budget-of.ts'
import type { Draft, Note } from '../draft/draft.ts'
import type { Layer } from '../draft/layer.ts'
import { placePromptFinally } from '../draft/place-prompt.ts'
import { placedNames, placeTools } from '../draft/place-tools.ts'
import { fixedTokens, sizesOf, sum } from '../draft/size-of.ts'
import { withPrompts } from '../draft/with-prompts.ts'
import { isBehind } from './persons-marks.ts'

/**
 * Counts everything and sends no more than fits (C9). Messages pinned behind a checkpoint are dropped first, oldest first. Nothing else is
 * dropped silently: what still does not fit is named, and the request is not made.
 */
export const budget = {
  name: 'budget',
  label: 'Window',
  apply: (draft, input) => {
    const { budget: most } = budgetOf(input)
    const counted = withPlaced({ ...draft, sizes: sizesOf(draft, input.tokens) }, input)
    const total = fixedTokens(counted) + sum(counted.sizes)
    if (total <= most) return counted
    const lighter = withPlaced(withoutPinsBehind(counted, total - most), input)
    const fixed = fixedTokens(lighter)
    const needs = fixed + sum(lighter.sizes)
    return needs <= most ? lighter : overflowing(lighter, needs, most - fixed)
  },
} as const satisfies Layer

/** Tools and the system prompt where they finally are (C21). */
function withPlaced(draft: Draft, input: AssembleInput): Draft {
  return withPrompts(withDeclared(draft, input), placePromptFinally(draft, input), input)
}

/** Without the removed tools that do not stay declared. */
function withDeclared(draft: Draft, input: AssembleInput): Draft {
  if (input.withdrawn === undefined || input.withdrawn.length === 0) return draft
  const names = placedNames(placeTools(draft, input))
  return { ...draft, tools: draft.tools.filter(({ name }) => names.has(name)) }
}

function withoutPinsBehind(draft: Draft, excess: number): Draft {
  const contents = draft.contents.slice()
  const notes = draft.notes.slice()
  const sizes = draft.sizes.slice()
  let left = excess
  for (const index of [...draft.pinned].sort((one, other) => one - other)) {
    if (!isBehind(draft, index)) continue
    // Results are dropped with their calls.
    if (left <= 0 && draft.messages[index]?.role !== 'tool-results') break
    left -= sizes[index] ?? 0
    contents[index] = null
    notes[index] = pinnedButTooLarge
    sizes[index] = 0
  }
  return { ...draft, contents, notes, sizes }
}

/** Names what does not fit, from the oldest message on. The current cycle is what the request is for, so it is never named. */
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

const tooLarge: Note = {
  fate: 'over-budget',
  because: 'summarise the chat, leave messages out, or choose a larger window',
}
const pinnedButTooLarge: Note = {
  fate: 'over-budget',
  because: 'you pinned it, but there is no space for it beside what follows the checkpoint',
}
