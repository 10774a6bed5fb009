import {
  type ActiveCheckpoint,
  activeCheckpoint,
  lastUserIndex,
  liftedOn,
  type SummaryMessage,
  type SystemBlock,
} from '@stet/history'
import type { AssembleInput } from '../assemble-input.ts'
import type { DraftMessage } from '../draft.ts'
import type { Layer } from '../layer.ts'
import type { Fate, Note } from '../note.ts'

const SUMMARY_HEADING = 'Previous Conversation Summary:'

/** Only what follows the checkpoint is sent, and the current user message in any case; a summary joins the system prompt (C2). */
export const checkpoint: Layer = {
  name: 'checkpoint',
  apply: (draft, input) => {
    const active = activeCheckpoint(input.path, input.lifts)
    if (active === null) return draft
    const current = lastUserIndex(input.path)
    const clearedThrough = clearedIndex(input, active)
    const messages = draft.messages.map((entry, index) => {
      if (entry.message.id === active.checkpoint.id) return noteCheckpoint(entry)
      if (index > active.coversIndex || entry.content === null) return entry
      if (index === current) return { ...entry, note: note('sent', 'the current message is sent whatever covers it') }
      return index <= clearedThrough
        ? { ...entry, content: null, note: note('behind-checkpoint', 'the conversation was cleared after it') }
        : { ...entry, content: null, note: note('summarised', 'a summary in the system prompt stands for it') }
    })
    const system =
      active.checkpoint.role === 'summary' ? [...draft.system, summaryBlock(active.checkpoint)] : draft.system
    return { system, messages }
  },
}

/** Through which message the path is cleared: a summary made after a clear stands only for what follows the clear (H6). */
function clearedIndex({ path, lifts }: AssembleInput, active: ActiveCheckpoint): number {
  if (active.checkpoint.role === 'clear') return active.coversIndex
  const { order } = active.checkpoint
  const lifted = liftedOn(path, lifts)
  const clear = path.findLast(message => message.role === 'clear' && message.order < order && !lifted.has(message.id))
  return clear === undefined ? -1 : path.findIndex(message => message.id === clear.parentId)
}

function noteCheckpoint(entry: DraftMessage): DraftMessage {
  return entry.message.role === 'summary'
    ? { ...entry, note: note('never-sent-by-role', 'it stands in the system prompt, as its last block') }
    : { ...entry, note: note('never-sent-by-role', 'it marks the place before which nothing is sent') }
}

function summaryBlock({ parts }: SummaryMessage): SystemBlock {
  return { text: `${SUMMARY_HEADING}\n\n${parts.map(part => part.text).join('\n\n')}`, cacheMark: false }
}

function note(fate: Fate, because: string): Note {
  return { fate, layer: checkpoint.name, because }
}
