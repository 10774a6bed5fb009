import {
  type AssistantMessage,
  type CallId,
  type Chat,
  type MessageId,
  makeId,
  type NewMessage,
  type Origin,
} from '@stet/history'
import { type Call, type Journal, type Run, readSiblingIds, toCallPut, toMessagePut } from '@stet/store'
import { phaseOf } from '../../calls/call-phase.ts'
import { proposeCalls } from '../../calls/propose-calls.ts'
import type { Toolbox } from '../../calls/toolbox.ts'
import { publishAdded } from '../../events/publish-added.ts'
import type { RecordedRequest } from '../../ledger/open-request.ts'
import type { RequestEnd } from '../../ledger/request-end.ts'
import { orderOf } from '../../record/order-of.ts'
import { readChat } from '../../record/read-chat.ts'
import { newStepCalls } from '../../record/step-calls.ts'
import { putInPlace } from '../../record/update-chat.ts'
import { RunLost, writeForRun } from '../../record/write-for-run.ts'
import type { RunState } from '../../view/chat-view.ts'
import { type EndDeps, saveLater, toEnd } from '../live/end-run.ts'
import type { LiveRun, StartedRun } from '../live/live-runs.ts'
import type { Next } from '../live/run-loop.ts'
import { type TakeDeps, takeWaiting } from '../request/take-waiting.ts'
import type { Outcome } from './outcome.ts'
import { makeTitle, type TitleDeps } from './title.ts'
import { type MadeFiles, readMadeFiles, textOf, toAnswerParts } from './to-answer-parts.ts'

interface KeepDeps extends EndDeps, TakeDeps, Omit<TitleDeps, 'tasks'> {
  readonly journal: Pick<Journal, 'drop'>
  readonly toolbox: Pick<Toolbox, 'find' | 'placeOf' | 'refresh'>
}

type NewAnswer = Extract<NewMessage, { role: 'assistant' }>

/** Saves the answer, its calls and what follows from them in one write. An answer that the store refuses stays a draft, and is saved later. */
export async function keepAnswer(
  deps: KeepDeps,
  started: StartedRun,
  outcome: Outcome,
  recorded: RecordedRequest | null,
): Promise<Next> {
  const { live } = started
  const { runId, chatId } = live
  const { blobs, toFilePart } = await readMadeFiles(outcome)
  await recorded?.close()
  const answer = { ...toAnswer(deps, started, outcome, toFilePart), requestId: recorded?.sentId() ?? null }
  const request = { recorded, end: toRequestEnd(outcome, live) }
  const kept = { answer, blobs, request, state: stateOf(outcome) }
  const forget = () => forgetJournal(deps, { runId, messageId: answer.id })
  const wrote = await writeForRun(deps, started, () => write(deps, started, { ...kept, continues: true }))
  switch (wrote.kind) {
    case 'saved': {
      const { next, message } = wrote.value
      await forget()
      if (next.kind === 'ended' && next.state === 'complete') deps.tasks.own('a title', () => makeTitle(deps, message))
      return next
    }
    case 'taken-over':
      throw new RunLost('taken-over', null)
    case 'refused':
      deps.log.error('an answer could not be written', { runId, chatId, error: wrote.error })
      live.draft.markUnsaved()
      deps.tasks.own('saving an answer', async () => {
        if (await saveLater(deps, started, () => write(deps, started, { ...kept, continues: false }))) await forget()
      })
      return { kind: 'ended', state: 'failed' }
  }
}

interface KeptAnswer {
  readonly answer: NewAnswer
  /** The blobs that the answer refers to. */
  readonly blobs: MadeFiles['blobs']
  /** The request that made it, null if there was none, and how that ended. */
  readonly request: { readonly recorded: RecordedRequest | null; readonly end: RequestEnd }
  /** How the run ends if nothing follows. */
  readonly state: RunState
  /** Whether the run can continue after this write. */
  readonly continues: boolean
}

interface WrittenAnswer {
  readonly message: AssistantMessage
  readonly next: Next
}

async function write(deps: KeepDeps, started: StartedRun, kept: KeptAnswer): Promise<WrittenAnswer> {
  const { store, hub, clock } = deps
  const { live, row } = started
  const { answer, blobs, request } = kept
  // Repeated with every try: while the store refused the row that refers to them, a sweep may have removed them.
  for (const [id, bytes] of blobs) await store.blobs.put(id, bytes, clock())
  const chatRow = await readChat(store, answer.chatId)
  const calls = await proposeCalls(deps.toolbox, chatRow.chat, answer, started.chat)
  const siblings = [...(await readSiblingIds(store, answer)), answer.id]
  const waiting = await waitingAfter(deps, started, kept, calls)
  const tip = kept.continues ? tipAfterAnswer(chatRow.chat, { ...answer, siblings }) : chatRow.chat.tip
  const chat = { ...chatRow.chat, tip }
  const moved = tip === chatRow.chat.tip ? [] : [putInPlace(chatRow, chat)]
  const next = waiting.last === null ? afterAnswer(kept, calls) : step
  const ended = next.kind === 'ended' ? toEnd(deps, started, next.state, { ...chatRow, chat }) : null
  const run = ended?.run ?? continuedRun(deps, started, waiting.last)
  const written = await store.write([
    toMessagePut(answer),
    ...((await request.recorded?.toEnd(request.end)) ?? []),
    ...calls.map(call => toCallPut(call, 0)),
    ...waiting.operations,
    row.put(run),
    ...(ended?.operations ?? moved),
  ])
  row.saved(run, written)
  if (ended === null) live.markSaved()
  else deps.live.remove(live)
  const message = { ...answer, order: orderOf(written, answer.id) }
  hub.publish({ kind: 'message-added', chatId: answer.chatId, message, siblings, tip, calls })
  request.recorded?.publishEnded()
  publishAdded(hub, waiting.messages, { written, tip })
  if (ended !== null || moved.length > 0) {
    hub.publish({ kind: 'chat-changed', chatId: answer.chatId, chat: ended?.chat ?? chat })
  }
  if (next.kind !== 'calls') return { message, next }
  return { message, next: { ...next, step: { answer: message, calls: newStepCalls(answer.id, calls, written) } } }
}

const step: Next = { kind: 'step' }

/** Messages that were sent meanwhile are added at once, unless calls must run first (R10). */
async function waitingAfter(
  deps: KeepDeps,
  { chat, live, servesRuns }: StartedRun,
  { answer, state, continues }: KeptAnswer,
  calls: readonly Call[],
) {
  const isBoundary = continues && state === 'complete' && calls.length === 0
  if (!isBoundary) return nothingWaits
  const place = { chatId: live.chatId, runs: servesRuns, below: answer.id, lastSaved: answer.parentId }
  const taken = await takeWaiting(deps, place)
  if (taken.last !== null) deps.toolbox.refresh(chat)
  return taken
}

const nothingWaits = { last: null, operations: [], messages: [] }

function continuedRun({ randomBytes }: KeepDeps, { row }: StartedRun, below: MessageId | null) {
  const run = row.current()
  return below === null ? run : { ...run, below, messageId: makeId('msg', randomBytes(20)) }
}

function afterAnswer({ answer, state, continues }: KeptAnswer, calls: readonly Call[]): Next {
  if (calls.length === 0) return { kind: 'ended', state }
  if (!continues) return { kind: 'ended', state: 'failed' }
  // Stopped, interrupted or failed: the user decides about the calls that had arrived (R7).
  if (state !== 'complete') return { kind: 'ended', state }
  const phases = calls.map(call => phaseOf(call, answer))
  const waits = phases.includes('needs-user') && !phases.includes('runnable')
  return waits ? { kind: 'ended', state: 'waiting' } : { kind: 'calls' }
}

function toRequestEnd(outcome: Outcome, { draft }: LiveRun): RequestEnd {
  const arrived = textOf(draft.draft().parts)
  if (outcome.kind === 'answered') {
    const { usage, rawUsage, remarks } = outcome.answer
    return { state: 'done', usage, rawUsage, arrived, remarks }
  }
  const { usage = null, rawUsage = null } = outcome.reported ?? {}
  return { state: outcome.error === null ? 'stopped' : 'failed', usage, rawUsage, arrived }
}

function stateOf(outcome: Outcome): RunState {
  return outcome.kind === 'answered' ? 'complete' : outcome.state
}

function toAnswer(
  deps: KeepDeps,
  { live, facts }: StartedRun,
  outcome: Outcome,
  toFilePart: MadeFiles['toFilePart'],
): Omit<NewAnswer, 'requestId'> {
  const at = deps.clock()
  const { definition, protocol, model } = facts
  const origin: Origin = { definition, protocol, model }
  const answer = outcome.kind === 'answered' ? outcome.answer : null
  const reported = answer ?? (outcome.kind === 'cut-short' ? outcome.reported : null)
  const { messageId: id, parentId, parts } = live.draft.draft()
  const makeCallId = (): CallId => makeId('call', deps.randomBytes(20))
  return {
    id,
    chatId: live.chatId,
    parentId,
    at,
    copiedFrom: null,
    role: 'assistant',
    parts: toAnswerParts(outcome, parts, { makeCallId, toFilePart }),
    runId: live.runId,
    end: outcome.kind === 'answered' ? outcome.answer.end : outcome.end,
    native: answer?.native ?? null,
    durationMs: live.draft.elapsedMs(),
    origin,
    rawUsage: reported?.rawUsage ?? null,
    usage: reported?.usage ?? null,
  }
}

/** The message is saved, so its stream in the journal is no longer needed. One that cannot be dropped is dropped at the next start. */
async function forgetJournal(
  { journal, log }: Pick<KeepDeps, 'journal' | 'log'>,
  { runId, messageId }: { readonly runId: Run['id']; readonly messageId: Run['messageId'] },
): Promise<void> {
  try {
    await journal.drop([messageId])
  } catch (error) {
    log.warn('a spent stream stays in the journal', { runId, error })
  }
}

interface SavedAnswer {
  readonly id: MessageId
  readonly parentId: MessageId | null
  /** All answers to the same message, including itself. */
  readonly siblings: readonly MessageId[]
}

/**
 * An answer saved beside others right below the tip becomes the tip. Otherwise the next message that another run writes beside it would be the
 * newest one, and the page would jump to it.
 */
function tipAfterAnswer({ tip }: Pick<Chat, 'tip'>, { id, parentId, siblings }: SavedAnswer): MessageId | null {
  return tip === parentId && siblings.length > 1 ? id : tip
}
