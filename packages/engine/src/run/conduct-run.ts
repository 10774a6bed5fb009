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
import { type StreamDeps, streamAnswer } from './stream-answer.ts'

/** Carries a run to its last event, and publishes what it tells on the way. */
export async function conductRun(engine: EngineContext, started: StartedRun, first: Next): Promise<void> {
  const { live } = started
  const { closing } = engine.tasks
  const cut = () => live.cut('interrupted')
  closing.addEventListener('abort', cut)
  if (closing.aborted) cut()
  const next = createNextRequest(engine, started)
  let recorded: RecordedRequest | null = null
  const onSent = async (sent: SentRequest) => recorded?.onSent(sent)
  async function assemble(): Promise<ModelRequest> {
    const made = await next.make()
    recorded = await openAnswer(engine, started, made)
    return made.request
  }
  const loop = runLoop({
    live,
    first,
    begin: () => beginStep(engine, started),
    assemble,
    stream: asked =>
      askAgain({
        live,
        clock: engine.clock,
        stream() {
          recorded = null
          return streamAnswer({ ...toStreamDeps(engine, started), onSent }, asked)
        },
        changeAfter: next.changeAfter,
        leave: async () => recorded?.endAlone(refused),
      }),
    persist: outcome => keepAnswer(engine, started, outcome, recorded),
    runCalls: () => runCalls(engine, { ...started, childRunsOf: call => engine.childRunsOf(started, call) }),
    conclude: () => concludeStep(engine, started),
    end: state => endRun(engine, started, state),
    giveUp: error => giveUpRun(engine, started, error),
  })
  try {
    for await (const event of loop) engine.hub.publish(event)
  } finally {
    closing.removeEventListener('abort', cut)
    live.end()
  }
}

function toStreamDeps(engine: EngineContext, { live, row, chat }: StartedRun): Omit<StreamDeps, 'onSent'> {
  return {
    live,
    choice: chat.settings.model,
    settings: chat.settings.answer,
    models: engine.models,
    journal: delta => engine.journal.append(row.current().messageId, toJournalEntry(delta)),
    makeCallId: (): CallId => makeId('call', engine.randomBytes(20)),
    clock: engine.clock,
    log: engine.log,
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
  engine: EngineContext,
  { row, chat, facts }: StartedRun,
  { request, report, path }: MadeRequest,
): Promise<RecordedRequest> {
  const { id: runId, messageId, below } = row.current()
  const base = await baseFor(engine.store, { chatId: chat.id, below, path })
  const estimate = report.budget.used.total
  const asked = { below, messageId, request }
  const check = () => row.check()
  return openRequest(engine, {
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
