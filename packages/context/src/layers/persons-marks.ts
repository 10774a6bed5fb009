import type { MessageId } from '@stet/history'
import { isSendable } from '../content/as-recorded.ts'
import { stepAround } from '../content/step-around.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import type { Draft, Fate, Note } from '../draft/draft.ts'
import type { Layer } from '../draft/layer.ts'

type Choice = 'pinned' | 'left-out'

/**
 * Sends what the user pinned, even behind a checkpoint, and not what the user left out (C19). A pin is kept by every later layer except the
 * budget. A mark on one message of a step marks the whole step. The current user message is sent in any case.
 */
export const personsMarks = {
  name: 'persons-marks',
  label: 'Your marks',
  apply: (draft, { marks }) => {
    const choices = choicesOn(draft, marks)
    if (choices.size === 0) return draft
    const contents = draft.contents.slice()
    const notes = draft.notes.slice()
    const pinned = new Set<number>()
    for (const [index, choice] of choices) {
      const message = draft.messages[index]
      if (message === undefined || !isSendable(message.role)) continue
      if (choice === 'pinned') {
        pinned.add(index)
        contents[index] = 'whole'
        notes[index] = isBehind(draft, index) ? pinnedBehind : pinnedHere
      } else if (index === draft.current) {
        notes[index] = current
      } else {
        contents[index] = null
        notes[index] = leftOut
      }
    }
    return { ...draft, contents, notes, pinned }
  },
} as const satisfies Layer

/** The choice for each message by index; of two about the same message the later one counts. */
function choicesOn(draft: Draft, marks: AssembleInput['marks']): ReadonlyMap<number, Choice> {
  const byId = new Map<MessageId, Choice>()
  for (const mark of marks) {
    if (mark.kind === 'pinned' || mark.kind === 'left-out') {
      byId.delete(mark.messageId)
      byId.set(mark.messageId, mark.kind)
    }
  }
  const choices = new Map<number, Choice>()
  if (byId.size === 0) return choices
  const found = new Map<MessageId, number>()
  draft.messages.forEach((message, index) => {
    if (byId.has(message.id)) found.set(message.id, index)
  })
  for (const [id, choice] of byId) {
    const index = found.get(id)
    if (index === undefined) continue
    const { from, through } = stepAround(draft.messages, index)
    for (let at = from; at <= through; at += 1) choices.set(at, choice)
  }
  return choices
}

/** Whether a pinned message is sent only because of its pin: the budget may drop those. */
export function isBehind({ checkpoint, current }: Draft, index: number): boolean {
  return checkpoint !== null && index <= checkpoint.coversIndex && index !== current
}

const pinnedHere = note('pinned', 'it is sent while you keep it pinned')
const pinnedBehind = note('pinned', 'it is sent although a checkpoint covers it')
const leftOut = note('left-out', 'it is not sent until you include it again')
const current = note('sent', 'you left it out, but the current message is always sent')

function note(fate: Fate, because: string): Note {
  return { fate, because }
}
