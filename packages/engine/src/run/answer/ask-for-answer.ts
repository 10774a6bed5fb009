import { carriesFiles, type Report } from '@stet/context'
import { type CallId, type Chat, type ErrorPart, type ModelFacts, type ModelRequest, makeId } from '@stet/history'
import {
  type Answer,
  type ModelCall,
  ModelError,
  type Models,
  type PartStart,
  type PreparedCall,
  type ReportedUsage,
} from '@stet/models'
import { type Check, type Journal, RUNS_SHELF, type Run, type RunQuestion } from '@stet/store'
import { promptTokens, type TokenMemory } from '../../compaction/token-memory.ts'
import { baseFor, openRequest, type RecordedRequest, type RequestDeps } from '../../ledger/open-request.ts'
import { untilAborted } from '../../runtime/until-aborted.ts'
import type { DraftPartStart } from '../../view/draft.ts'
import type { PartDelta } from '../../view/event.ts'
import type { StartedRun } from '../live/live-runs.ts'
import { BudgetReached } from '../request/check-budget.ts'
import { SummaryUndecided } from '../request/compact-for-run.ts'
import type { MadeRequest, NextRequest, Refusal } from '../request/next-request.ts'
import { roomFor } from '../request/room-for.ts'
import { toJournalEntry } from './journal-entry.ts'
import { type Outcome, toOutcome } from './outcome.ts'

export interface AnswerDeps extends RequestDeps {
  readonly models: Pick<Models, 'prepare' | 'stream'>
  readonly journal: Pick<Journal, 'append'>
  readonly tokens: TokenMemory
}

export interface AskedAnswer {
  readonly outcome: Outcome
  /** The request that made it; null when none was opened. */
  readonly recorded: RecordedRequest | null
}

/** The user has to decide something first: about a summary, or about the budget. Nothing was sent. */
export interface Undecided {
  readonly question: RunQuestion
}

/**
 * Asks for an answer, publishing it as it arrives. Where the provider refuses to read the request, asks once more in another way (R8): after a
 * compaction when it is too long, with closed exchanges plain when it refuses its own earlier content. Each once, and never after anything
 * arrived. It does not throw: what goes wrong is one of the outcomes.
 */
export async function askForAnswer(
  deps: AnswerDeps,
  started: StartedRun,
  requests: NextRequest,
  given: FirstRequest | null,
): Promise<AskedAnswer | Undecided> {
  const { draft } = started.live
  const tried = new Set<Refusal>()
  let first = given
  for (;;) {
    const asked = await askOnce(deps, started, requests, first)
    first = null
    if ('question' in asked) return asked
    const refusal = draft.draft().parts.length === 0 ? refusalIn(asked.outcome) : null
    if (refusal === null || tried.has(refusal.kind) || !(await requests.changeAfter(refusal.kind))) return asked
    tried.add(refusal.kind)
    await asked.recorded?.endAlone({ state: 'failed', usage: null, rawUsage: null, arrived: '' })
    if (refusal.kind === 'replay-refused') {
      deps.hub.publish(draft.retry({ failed: 1, at: deps.clock(), afterMs: 0, because: refusal }))
    }
  }
}

async function askOnce(
  deps: AnswerDeps,
  started: StartedRun,
  requests: NextRequest,
  first: FirstRequest | null,
): Promise<AskedAnswer | Undecided> {
  const { live } = started
  let recorded: RecordedRequest | null = first?.recorded ?? null
  let reported: ReportedUsage | null = null
  const onUsage = (latest: ReportedUsage) => {
    reported = latest
  }
  try {
    const made = await requests.make()
    const estimatedInput = uncorrected(deps, started, made)
    const isFirst = first?.request === made.request
    // A summary that the user asked for meanwhile changes the request.
    if (!isFirst) await recorded?.endAlone(unsent)
    if (!isFirst || recorded === null) {
      recorded = await openAnswer(deps, { ...started, run: started.row.current() }, { ...made, estimatedInput }, () =>
        started.row.check(),
      )
    }
    const { onSent } = recorded
    const answer = await streamAnswer(deps, started, made, {
      onSent,
      onUsage,
      ...(isFirst && first !== null && { prepared: first.prepared }),
    })
    deps.tokens.learn(started.chat.settings.model, {
      estimated: estimatedInput,
      reported: promptTokens(answer.usage),
    })
    return { outcome: { kind: 'answered', answer }, recorded }
  } catch (error) {
    if (error instanceof SummaryUndecided || error instanceof BudgetReached) {
      await recorded?.endAlone(unsent)
      return error
    }
    if (live.cutBy() === null && !(error instanceof ModelError)) {
      deps.log.error('a run failed', { runId: live.runId, chatId: live.chatId, error })
    }
    return { outcome: toOutcome(error, live.cutBy(), live.draft.draft().parts.length > 0, reported), recorded }
  }
}

const unsent = { state: 'failed', usage: null, rawUsage: null, arrived: '' } as const

/** The first request of a run, which was recorded in the write of the message that it answers. */
export interface FirstRequest {
  readonly request: ModelRequest
  readonly recorded: RecordedRequest
  readonly prepared: PreparedCall
}

interface ToPrepare {
  readonly chat: Chat
  readonly facts: ModelFacts
  readonly run: Run
  readonly made: MadeRequest
}

/** The row of a run has this version until its first answer is saved. */
const FIRST_VERSION = 1

/**
 * Prepares the first request of a run before the run is saved, so that the message, the run and the request share one sync of the disk. Null
 * where it is not known what will be sent. Called with the chat's lock held; `saved` is to be called after the write.
 */
export async function prepareFirst(deps: AnswerDeps, { chat, facts, run, made }: ToPrepare) {
  const prepared = await deps.models.prepare(toCall(chat, facts, made))
  if (prepared === null) return null
  const estimatedInput = uncorrected(deps, { chat }, made)
  const check = { kind: 'check', shelf: RUNS_SHELF, id: run.id, expect: FIRST_VERSION } as const
  const recorded = await openAnswer(deps, { chat, facts, run }, { ...made, estimatedInput }, () => check)
  const { put, saved } = await recorded.join(prepared.sent)
  const first: FirstRequest = { request: made.request, recorded, prepared }
  return { first, put, saved }
}

/** The estimate without correction. Null with files: their tokens are not counted from text, so its error says nothing. */
function uncorrected(
  { tokens }: AnswerDeps,
  { chat }: Pick<StartedRun, 'chat'>,
  { request, report }: MadeRequest,
): number | null {
  if (carriesFiles(request)) return null
  return Math.round(report.budget.used.total / tokens.of(chat.id, chat.settings.model).factor)
}

async function openAnswer(
  deps: AnswerDeps,
  { chat, facts, run }: Pick<ToPrepare, 'chat' | 'facts' | 'run'>,
  { request, report, path, estimatedInput }: MadeRequest & { readonly estimatedInput: number | null },
  check: () => Check,
): Promise<RecordedRequest> {
  const { id: runId, messageId, below } = run
  const recorded = openRequest(deps, {
    chat,
    runId,
    messageId,
    below,
    purpose: 'answer',
    facts,
    report,
    estimate: report.budget.used.total,
    estimatedInput,
    base: await baseFor(deps.store, { chatId: chat.id, below, path }),
    compared: request,
    check,
  })
  logLayers(deps, { chatId: chat.id, requestId: recorded.id }, report)
  return recorded
}

/** Logs one line for each request: what every layer left out of it (C17). */
function logLayers({ log }: AnswerDeps, ids: object, { budget, layers }: Report): void {
  const counts = layers.map(({ layer, messages, shortened, calls, results, tokens }) => [
    layer,
    { messages, shortened, calls, results, tokens },
  ])
  log.info?.('a request was assembled', {
    ...ids,
    tokens: budget.used.total,
    layers: Object.fromEntries(counts),
  })
}

/** Adds each event of the model's stream to the draft and the journal, and publishes it. Throws when the stream ends without an answer. */
async function streamAnswer(
  deps: AnswerDeps,
  { live, row, chat, facts }: StartedRun,
  made: MadeRequest,
  rest: Pick<ModelCall, 'onSent' | 'onUsage' | 'prepared'>,
): Promise<Answer> {
  const { hub, journal, log, models, clock, randomBytes } = deps
  const { runId, signal, draft } = live
  const { messageId } = row.current()
  const late = (error: unknown) => log.warn('a model stream failed while it was closed', { runId, error })

  function publish(delta: PartDelta): void {
    journal.append(messageId, toJournalEntry(delta))
    hub.publish(delta)
  }

  const call = { ...toCall(chat, facts, made), signal, ...rest }
  for await (const event of untilAborted(models.stream(call), signal, late)) {
    switch (event.kind) {
      case 'part-started':
        publish(draft.start(event.part, withCallId(event.start, randomBytes)))
        break
      case 'part-delta':
        if (event.text !== '') publish(draft.write(event.part, event.text))
        break
      case 'retrying': {
        const { failed, afterMs, because } = event
        hub.publish(draft.retry({ failed, at: clock(), afterMs, because }))
        break
      }
      case 'answer-finished':
        return event.answer
    }
  }
  throw new ModelError('protocol', { message: 'The answer broke off before its end.' })
}

function toCall({ settings: { model: choice, answer: settings } }: Chat, facts: ModelFacts, made: MadeRequest) {
  const { request, report } = made
  return { choice, request, settings, ...roomFor(facts, report), purpose: 'answer' } as const
}

function withCallId(start: PartStart, randomBytes: (count: number) => Uint8Array): DraftPartStart {
  if (start.kind !== 'tool-call') return start
  const callId: CallId = makeId('call', randomBytes(20))
  return { ...start, callId }
}

function refusalIn(outcome: Outcome) {
  if (outcome.kind === 'answered' || outcome.error === null) return null
  const { code, status, message }: ErrorPart = outcome.error
  return code === 'context-too-long' || code === 'replay-refused' ? ({ kind: code, status, message } as const) : null
}
