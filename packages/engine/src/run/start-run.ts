import { type Chat, type ChatId, type MessageId, type ModelChoice, makeId, type RunId } from '@stet/history'
import type { Run, Written } from '@stet/store'
import type { Assembled } from '../compaction/assemble-request.ts'
import type { EngineContext } from '../engine-context.ts'
import { createRunRow } from '../record/run-row.ts'
import type { FirstRequest } from './answer/ask-for-answer.ts'
import { conductRun } from './conduct-run.ts'
import { createDraftWriter } from './live/draft-writer.ts'
import { createLiveRun, type LiveRun, type LongSummary, type StartedRun } from './live/live-runs.ts'
import { createNextRequest } from './request/next-request.ts'

interface RunToStart {
  readonly chatId: ChatId
  readonly below: MessageId
  readonly at: number
  /** The answer whose calls it continues with; without it the run writes an answer of its own. */
  readonly answerId?: MessageId
  /** The model of this run alone; without it the model of the chat answers. */
  readonly model?: ModelChoice | null
}

/** The row of a run, to be written with what starts it. */
export function newRun(
  { boot, randomBytes }: Pick<EngineContext, 'boot' | 'randomBytes'>,
  { chatId, below, at, answerId, model = null }: RunToStart,
): Run {
  return {
    id: makeId('run', randomBytes(20)),
    chatId,
    boot,
    below,
    messageId: answerId ?? makeId('msg', randomBytes(20)),
    state: 'running',
    startedAt: at,
    endedAt: null,
    asks: null,
    failedSummary: null,
    model,
  }
}

/** `chat` has the model of the run (see `chatForRun`). */
type Surroundings = Pick<StartedRun, 'chat' | 'facts'>

/** A run that writes an answer: its first request was assembled to see whether it fits. */
type Begun = Surroundings & {
  readonly assembled: Assembled
  /** Set where that request was recorded in the write that started the run. */
  readonly first?: FirstRequest | null
  /** Where it continues a run that asked something: the user was there, and the run may spend more than the budget. */
  readonly decided?: { readonly runId: RunId; readonly longSummary: LongSummary }
  /** Whether the run that called it may spend more than the budget: then it may too. */
  readonly overBudget?: boolean
}

/** Starts a run whose row is saved. It continues in the background. */
export function startRun(engine: EngineContext, run: Run, written: Written, begun: Begun): LiveRun {
  const { chat, facts, assembled, first = null, decided, overBudget = decided !== undefined } = begun
  const live = enter(engine, run, chat)
  engine.hub.publish({ kind: 'run-started', chatId: run.chatId, draft: live.draft.draft() })
  const servesRuns = new Set([run.id, ...(decided === undefined ? [] : [decided.runId])])
  const longSummary = decided?.longSummary ?? 'ask'
  const started = {
    live,
    row: createRunRow(run, written),
    chat,
    facts,
    servesRuns,
    longSummary,
    overBudget,
  }
  const requests = createNextRequest(engine, started, assembled, first !== null)
  engine.tasks.own('a run', () => conductRun(engine, started, { kind: 'step' }, requests, first))
  return live
}

/** Starts a run that continues with the calls of a saved answer. */
export function resumeRun(
  engine: EngineContext,
  run: Run,
  written: Written,
  { chat, facts, before }: Surroundings & { readonly before: readonly RunId[] },
): void {
  const { id: runId, chatId, startedAt, messageId } = run
  const live = enter(engine, run, chat)
  live.markSaved()
  engine.hub.publish({ kind: 'run-resumed', chatId, run: { runId, startedAt, messageId } })
  const servesRuns = new Set([run.id, ...before])
  const started = {
    live,
    row: createRunRow(run, written),
    chat,
    facts,
    servesRuns,
    longSummary: 'ask',
    overBudget: false,
  } as const
  const requests = createNextRequest(engine, started, null)
  engine.tasks.own('a run', () => conductRun(engine, started, { kind: 'calls' }, requests, null))
}

function enter(engine: EngineContext, run: Run, { settings: { model } }: Chat): LiveRun {
  const { id: runId, chatId, messageId, below: parentId, startedAt } = run
  const draft = createDraftWriter(chatId, { runId, messageId, parentId, startedAt, model }, engine.elapsed)
  const live = createLiveRun(draft, chatId)
  engine.live.add(live)
  return live
}
