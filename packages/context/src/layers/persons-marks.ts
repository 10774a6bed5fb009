import type { MessageId } from '@stet/history'
import { isSendable } from '../as-recorded.ts'
import type { AssembleInput } from '../assemble-input.ts'
import type { Draft } from '../draft.ts'
import type { Layer } from '../layer.ts'
import type { Fate, Note } from '../note.ts'
import { stepAround } from '../step-around.ts'

type Choice = 'pinned' | 'left-out'

/**
 * What the person pinned is sent, behind a checkpoint too, and kept by every layer but the budget; what the person left out is not
 * (C19). A mark on one message of a step is a mark on the step. The current user message is sent whatever its mark.
 */
export const personsMarks: Layer = {
  name: 'persons-marks',
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
}

/** By index, the choice that governs each message; of two about the same message the later one. */
function choicesOn(draft: Draft, marks: AssembleInput['marks']): ReadonlyMap<number, Choice> {
  const byId = new Map<MessageId, Choice>()
  for (const mark of marks) {
    if (mark.kind !== 'released') {
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

/** Whether only its pin brings a message back from behind the checkpoint: the budget may let go of those. */
export function isBehind({ checkpoint, current }: Draft, index: number): boolean {
  return checkpoint !== null && index <= checkpoint.coversIndex && index !== current
}

const pinnedHere = note('pinned', 'you pinned it')
const pinnedBehind = note('pinned', 'you pinned it, so it is sent although a checkpoint covers it')
const leftOut = note('left-out', 'you left it out')
const current = note('sent', 'you left it out, but the current message is always sent')

function note(fate: Fate, because: string): Note {
  return { fate, layer: 'persons-marks', because }
}
