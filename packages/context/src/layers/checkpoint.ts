import { liftedOn, type SummaryMessage } from '@stet/history'
import type { AssembleInput } from '../assemble-input.ts'
import type { Draft, DraftBlock } from '../draft.ts'
import type { Layer } from '../layer.ts'
import type { Fate, Note } from '../note.ts'

const SUMMARY_HEADING = 'Previous Conversation Summary:'

/** Only what follows the checkpoint is sent, and the current user message in any case; a summary joins the system prompt (C2). */
export const checkpoint: Layer = {
  name: 'checkpoint',
  apply: (draft, input) => {
    const active = draft.checkpoint
    if (active === null) return draft
    const at = draft.messages.indexOf(active.checkpoint)
    if (at === -1) throw new Error(`checkpoint ${active.checkpoint.id} is not among the messages it governs`)
    const clearedThrough = clearedIndex(draft, at, input)
    const contents = draft.contents.slice()
    const notes = draft.notes.slice()
    for (let index = 0; index <= active.coversIndex; index += 1) {
      if (contents[index] === null) continue
      if (index !== draft.current) contents[index] = null
      notes[index] = index === draft.current ? current : index <= clearedThrough ? cleared : summarised
    }
    notes[at] = active.checkpoint.role === 'summary' ? itself : place
    if (active.checkpoint.role === 'clear') return { ...draft, contents, notes }
    return { ...draft, contents, notes, system: [...draft.system, summaryBlock(active.checkpoint, input)] }
  },
}

/** Up to where the path is cleared: a summary made after a clear stands only for what follows the clear (H6). */
function clearedIndex({ messages, checkpoint: active }: Draft, at: number, { lifts }: AssembleInput): number {
  if (active === null) return -1
  const { role, order } = active.checkpoint
  if (role === 'clear') return active.coversIndex
  const lifted = liftedOn(messages, lifts)
  return messages.findLastIndex(
    (message, index) => index < at && message.role === 'clear' && message.order < order && !lifted.has(message.id),
  )
}

function summaryBlock({ parts }: SummaryMessage, { tokens }: AssembleInput): DraftBlock {
  const text = `${SUMMARY_HEADING}\n\n${parts.map(part => part.text).join('\n\n')}`
  const count = tokens.text(text)
  return {
    kind: 'summary',
    name: '',
    text,
    fate: 'sent',
    layer: 'checkpoint',
    because: 'it stands for what was summarised',
    tokensBefore: count,
    tokensAfter: count,
    cached: false,
    cacheMark: false,
  }
}

const current = note('sent', 'the current message is sent whatever covers it')
const cleared = note('behind-checkpoint', 'the conversation was cleared after it')
const summarised = note('summarised', 'a summary in the system prompt stands for it')
const itself = note('never-sent-by-role', 'it stands in the system prompt, as its last block')
const place = note('never-sent-by-role', 'it marks the place before which nothing is sent')

function note(fate: Fate, because: string): Note {
  return { fate, layer: 'checkpoint', because }
}
