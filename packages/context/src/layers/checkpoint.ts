import { liftedOn, type SummaryMessage } from '@stet/history'
import type { AssembleInput } from '../draft/assemble-input.ts'
import type { Draft, Note, TextBlock } from '../draft/draft.ts'
import type { Layer } from '../draft/layer.ts'
import { summaryMarker } from '../markers/marker.ts'

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
    const kept = keptTexts(active.checkpoint, input)
    return { ...draft, contents, notes, system: [...draft.system, summaryBlock(active.checkpoint, kept, input)] }
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

const KEPT_HEADING = 'Sentences that the user asked to keep, word for word:'

/** Sentences of covered messages that the user keeps, in the order of the path (C22). Those of messages that are left out are left out too. */
function keptTexts({ coversThrough }: SummaryMessage, { path, marks, lifts }: AssembleInput): readonly string[] {
  const kept = marks.filter(mark => mark.kind === 'kept-text')
  if (kept.length === 0) return []
  const leftOut = new Set(marks.flatMap(mark => (mark.kind === 'left-out' ? [mark.messageId] : [])))
  const lifted = liftedOn(path, lifts)
  const end = path.findIndex(({ id }) => id === coversThrough)
  const start = path.findLastIndex(({ id, role }, index) => index < end && role === 'clear' && !lifted.has(id))
  const places = new Map(path.slice(start + 1, end + 1).map(({ id }, index) => [id, index]))
  return kept
    .filter(({ messageId }) => places.has(messageId) && !leftOut.has(messageId))
    .sort((one, other) => (places.get(one.messageId) ?? 0) - (places.get(other.messageId) ?? 0))
    .map(({ text }) => text)
}

function summaryBlock(
  { parts }: SummaryMessage,
  kept: readonly string[],
  { tokens, settings }: AssembleInput,
): TextBlock {
  const said = parts.map(part => part.text)
  const marker = settings.markers === 'off' ? [] : [summaryMarker(said.join('\n\n'))]
  const own = kept.length === 0 ? [] : [[KEPT_HEADING, ...kept.map(text => `- ${text}`)].join('\n')]
  const text = [SUMMARY_HEADING, ...said, ...marker, ...own].join('\n\n')
  const count = tokens.text(text)
  const because = 'it replaces the messages it covers'
  return { kind: 'summary', name: '', text, fate: 'sent', because, tokensBefore: count, tokensAfter: count }
}

const current: Note = { fate: 'sent', because: 'your current message is always sent' }
const cleared: Note = { fate: 'behind-checkpoint', because: 'the chat was cleared after it' }
const summarised: Note = { fate: 'summarised', because: 'the summary in the system prompt replaces it' }
const activeSummary: Note = { fate: 'never-sent-by-role', because: 'its text is sent in the system prompt' }
const activeClear: Note = { fate: 'never-sent-by-role', because: 'nothing before this point is sent' }
