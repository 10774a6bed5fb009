import {
  type Chat,
  discardPreview,
  heldBack,
  type MessageId,
  makeId,
  type NewMessage,
  type RequestFacts,
  type SummaryMessage,
  withCheckpointStep,
} from '@stet/history'
import { type Operation, readSiblingIds, toMessagePut } from '@stet/store'
import type { RequestDeps } from '../ledger/open-request.ts'
import { orderOf } from '../record/order-of.ts'
import { readChat } from '../record/read-chat.ts'
import { putInPlace } from '../record/update-chat.ts'
import type { SummarySource } from './make-summary.ts'
import { type PromptDeps, renderAgain } from './render-prompt.ts'

type WriteSummaryDeps = Pick<RequestDeps, 'store' | 'hub' | 'clock' | 'randomBytes'> & PromptDeps

export interface SummaryToWrite {
  readonly chatId: Chat['id']
  readonly coversThrough: MessageId
  readonly id: MessageId
  readonly text: string
  /** The exact facts beside it (C22); empty for none. */
  readonly facts: string
  readonly form: SummaryMessage['form']
  /** The instruction and the model's answer; null when no model wrote the text. */
  readonly written: { readonly asked: string; readonly source: SummarySource } | null
  /** What the user did, to be undone; absent where a run made the summary. A `preview` is not in force yet (X2). */
  readonly step?: 'summarise' | 'preview' | 'edit'
  /** Previews that it takes the place of. */
  readonly replaces?: readonly MessageId[]
}

/**
 * Saves the instruction and the summary as asides of the last covered message, in one write with the system prompt, which is rendered again.
 * The caller holds the chat's lock. Returns the chat.
 */
export async function writeSummary(
  deps: WriteSummaryDeps,
  summary: SummaryToWrite,
  operations: readonly Operation[],
): Promise<Chat> {
  const { store, hub } = deps
  const { chatId, coversThrough: parentId } = summary
  const ended = (await summary.written?.source.recorded.toEnd(summary.written.source.end)) ?? []
  const asides = toAsides(deps, summary)
  const siblings = await readSiblingIds(store, { chatId, parentId })
  const row = await readChat(store, chatId)
  const chat = await withSummary(deps, row.chat, summary)
  const changed = chat === row.chat ? [] : [putInPlace(row, chat)]
  const written = await store.write([...operations, ...ended, ...asides.map(toMessagePut), ...changed])
  for (const aside of asides) {
    const message = { ...aside, order: orderOf(written, aside.id) }
    hub.publish({ kind: 'message-added', chatId, message, siblings, tip: chat.tip })
  }
  summary.written?.source.recorded.publishEnded()
  if (changed.length > 0) hub.publish({ kind: 'chat-changed', chatId, chat })
  return chat
}

/** The chat with the summary in force and its prompt rendered again, or with a preview that is held back. */
async function withSummary(
  deps: PromptDeps,
  before: Chat,
  { id, coversThrough: parentId, step, replaces = [] }: SummaryToWrite,
): Promise<Chat> {
  if (step === undefined) return renderAgain(deps, before)
  let { lifts } = before
  for (const replaced of replaces) lifts = discardPreview(lifts, replaced)
  const after =
    step === 'preview'
      ? { ...before, lifts: heldBack(lifts, id, parentId, 'preview') }
      : { ...(await renderAgain(deps, before)), lifts }
  return withCheckpointStep(before, after, { kind: step, made: { id, parentId } })
}

function toAsides(
  { clock, randomBytes }: WriteSummaryDeps,
  { id, chatId, coversThrough, text, facts, form, written }: SummaryToWrite,
): readonly NewMessage[] {
  const hung = { chatId, parentId: coversThrough, at: clock(), copiedFrom: null }
  const request = written === null ? null : toFacts(written.source)
  const parts = [text, ...(facts === '' ? [] : [facts])].map(said => ({ kind: 'text' as const, text: said }))
  const made: NewMessage = { ...hung, id, role: 'summary', parts, coversThrough, form, request }
  if (written === null) return [made]
  const asked = { kind: 'text' as const, text: written.asked }
  return [{ ...hung, id: makeId('msg', randomBytes(20)), role: 'system-summary', parts: [asked] }, made]
}

function toFacts({ facts, answer, recorded }: SummarySource): RequestFacts {
  const { definition, protocol, model } = facts
  const { rawUsage, usage } = answer
  return { origin: { definition, protocol, model }, requestId: recorded.sentId(), rawUsage, usage }
}
