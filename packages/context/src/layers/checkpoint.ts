import { liftedOn, type SummaryMessage } from '@stet/history'
import type { AssembleInput } from '../draft/assemble-input.ts'
import type { Draft, Note, TextBlock } from '../draft/draft.ts'
import type { Layer } from '../draft/layer.ts'

export const SUMMARY_HEADING = 'Previous Conversation Summary:'

/** Sends only what follows the active checkpoint, and always the current user message; a summary joins the system prompt (C2). */
export const checkpoint = {
  name: 'checkpoint',
  label: 'Checkpoint',
  apply: (draft, input) => {
    const active = draft.checkpoint
    if (active === null) return draft
    const at = draft.messages.indexOf(active.checkpoint)
    if (at === -1) throw new Error(`checkpoint ${active.checkpoint.id} is not among the messages of the draft`)
    const clearedThrough = clearedIndex(draft, at, input)
    const contents = draft.contents.slice()
    const notes = draft.notes.slice()
    for (let index = 0; index <= active.coversIndex; index += 1) {
      if (contents[index] === null) continue
      if (index !== draft.current) contents[index] = null
      notes[index] = index === draft.current ? current : index <= clearedThrough ? cleared : summarised
    }
    notes[at] = active.checkpoint.role === 'summary' ? activeSummary : activeClear
    if (active.checkpoint.role === 'clear') return { ...draft, contents, notes }
    return { ...draft, contents, notes, system: [...draft.system, summaryBlock(active.checkpoint, input)] }
  },
} as const satisfies Layer

/** The index through which the path is cleared: a summary made after a clear covers only what follows the clear (H6). */
function clearedIndex({ messages, checkpoint: active }: Draft, at: number, { lifts }: AssembleInput): number {
  if (active === null) return -1
  const { role, order } = active.checkpoint
  if (role === 'clear') return active.coversIndex
  const lifted = liftedOn(messages, lifts)
  return messages.findLastIndex(
    (message, index) => index < at && message.role === 'clear' && message.order < order && !lifted.has(message.id),
  )
}

function summaryBlock({ parts }: SummaryMessage, { tokens }: AssembleInput): TextBlock {
  const text = `${SUMMARY_HEADING}\n\n${parts.map(part => part.text).join('\n\n')}`
  const count = tokens.text(text)
  const because = 'it replaces the messages it covers'
  return { kind: 'summary', name: '', text, fate: 'sent', because, tokensBefore: count, tokensAfter: count }
}

const current: Note = { fate: 'sent', because: 'your current message is always sent' }
const cleared: Note = { fate: 'behind-checkpoint', because: 'the chat was cleared after it' }
const summarised: Note = { fate: 'summarised', because: 'the summary in the system prompt replaces it' }
const activeSummary: Note = { fate: 'never-sent-by-role', because: 'its text is sent in the system prompt' }
const activeClear: Note = { fate: 'never-sent-by-role', because: 'nothing before this point is sent' }
