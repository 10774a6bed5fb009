import { type CallId, type ModelRequest, makeId } from '@stet/history'
import type { SentRequest } from '@stet/models'
import { runCalls } from '../calls/run-calls.ts'
import type { EngineContext } from '../engine-context.ts'
import { baseFor, openRequest, type RecordedRequest } from '../ledger/open-request.ts'
import type { Fact } from '../view/event.ts'
import { askAgain } from './ask-again.ts'
import { concludeStep } from './conclude-step.ts'
import { createDraftWriter } from './draft-writer.ts'
import { endRun, giveUpRun } from './end-run.ts'
import { toJournalEntry } from './journal-entry.ts'
import { keepAnswer } from './keep-answer.ts'
import type { StartedRun } from './live-runs.ts'
import { createNextRequest, type MadeRequest } from './next-request.ts'
import { type Next, runLoop } from './run-loop.ts'
import { type StreamParts, streamAnswer } from './stream-answer.ts'

/** Carries a run to its last event, and publishes what it tells on the way. */
export async function conductRun(room: EngineContext, started: StartedRun, first: Next): Promise<void> {
  const { live } = started
  const { closing } = room.tasks
  const cut = () => live.cut('interrupted')
  closing.addEventListener('abort', cut)
  if (closing.aborted) cut()
  const next = createNextRequest(room, started)
  let recorded: RecordedRequest | null = null
  const onSent = async (sent: SentRequest) => recorded?.onSent(sent)
  async function assemble(): Promise<ModelRequest> {
    const made = await next.make()
    recorded = await openAnswer(room, started, made)
    return made.request
  }
  const loop = runLoop({
    live,
    first,
    begin: () => beginStep(room, started),
    assemble,
    stream: asked =>
      askAgain({
        live,
        clock: room.clock,
        stream() {
          recorded = null
          return streamAnswer({ ...toStreamParts(room, started), onSent }, asked)
        },
        changeAfter: next.changeAfter,
        leave: async () => recorded?.endAlone(refused),
      }),
    persist: outcome => keepAnswer(room, started, outcome, recorded),
    runCalls: () => runCalls(room, { ...started, childRunsOf: call => room.childRunsOf(started, call) }),
    conclude: () => concludeStep(room, started),
    end: state => endRun(room, started, state),
    giveUp: error => giveUpRun(room, started, error),
  })
  try {
    for await (const event of loop) room.hub.publish(event)
  } finally {
    closing.removeEventListener('abort', cut)
    live.end()
  }
}

function toStreamParts(room: EngineContext, { live, row, chat }: StartedRun): Omit<StreamParts, 'onSent'> {
  return {
    live,
    choice: chat.settings.model,
    settings: chat.settings.answer,
    models: room.models,
    journal: delta => room.journal.append(row.current().messageId, toJournalEntry(delta)),
    makeCallId: (): CallId => makeId('call', room.randomBytes(20)),
    clock: room.clock,
    log: room.log,
  }
}

function beginStep({ clock }: EngineContext, { live, row }: StartedRun): Fact {
  const { id: runId, chatId, messageId, below: parentId } = row.current()
  live.beginDraft(createDraftWriter(chatId, { runId, messageId, parentId, startedAt: clock() }))
  return { kind: 'step-started', chatId, draft: live.draft.draft() }
}

/** A request that was refused before anything arrived, and that no message is made of. */
const refused = { state: 'failed', usage: null, rawUsage: null, arrived: '' } as const

async function openAnswer(
  room: EngineContext,
  { row, chat, facts }: StartedRun,
  { request, report, path }: MadeRequest,
): Promise<RecordedRequest> {
  const { id: runId, messageId, below } = row.current()
  const base = await baseFor(room.store, { chatId: chat.id, below, path })
  const estimate = report.budget.used.total
  const asked = { below, messageId, request }
  const check = () => row.check()
  return openRequest(room, {
    chat,
    runId,
    messageId,
    below,
    purpose: 'answer',
    facts,
    report,
    estimate,
    base,
    asked,
    check,
  })
}
