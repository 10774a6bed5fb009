import { estimateRequest, type Report } from '@stet/context'
import { type CallId, type ErrorPart, type ModelFacts, makeId } from '@stet/history'
import { type Answer, type ModelCall, ModelError, type Models, type PartStart, type ReportedUsage } from '@stet/models'
import type { Journal, SummaryQuestion } from '@stet/store'
import { promptTokens, type TokenMemory } from '../compaction/token-memory.ts'
import { baseFor, openRequest, type RecordedRequest, type RequestDeps } from '../ledger/open-request.ts'
import { untilAborted } from '../runtime/until-aborted.ts'
import type { DraftPartStart } from '../view/draft.ts'
import type { PartDelta } from '../view/event.ts'
import { SummaryUndecided } from './compact-for-run.ts'
import { toJournalEntry } from './journal-entry.ts'
import type { StartedRun } from './live-runs.ts'
import type { MadeRequest, NextRequest, Refusal } from './next-request.ts'
import { type Outcome, toOutcome } from './outcome.ts'

export interface AnswerDeps extends RequestDeps {
  readonly models: Pick<Models, 'stream'>
  readonly journal: Pick<Journal, 'append'>
  readonly tokens: TokenMemory
}

export interface AskedAnswer {
  readonly outcome: Outcome
  /** The request that made it; null when none was opened. */
  readonly recorded: RecordedRequest | null
}

/** The request needs a summary that the user has to decide about first. Nothing was sent. */
export interface SummaryAsked {
  readonly question: SummaryQuestion
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
): Promise<AskedAnswer | SummaryAsked> {
  const { draft } = started.live
  const tried = new Set<Refusal>()
  for (;;) {
    const asked = await askOnce(deps, started, requests)
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
): Promise<AskedAnswer | SummaryAsked> {
  const { live } = started
  let recorded: RecordedRequest | null = null
  let reported: ReportedUsage | null = null
  const onUsage = (latest: ReportedUsage) => {
    reported = latest
  }
  try {
    const made = await requests.make()
    const estimatedInput = uncorrected(deps, started, made)
    recorded = await openAnswer(deps, started, { ...made, estimatedInput })
    const answer = await streamAnswer(deps, started, made, { onSent: recorded.onSent, onUsage })
    deps.tokens.learn(started.chat.settings.model, {
      estimated: estimatedInput,
      reported: promptTokens(answer.usage),
    })
    return { outcome: { kind: 'answered', answer }, recorded }
  } catch (error) {
    if (error instanceof SummaryUndecided) return error
    if (live.cutBy() === null && !(error instanceof ModelError)) {
      deps.log.error('a run failed', { runId: live.runId, chatId: live.chatId, error })
    }
    return { outcome: toOutcome(error, live.cutBy(), live.draft.draft().parts.length > 0, reported), recorded }
  }
}

/** What the context meter would show without correction. Files are no text, so with them an error of the estimate cannot be known. */
function uncorrected({ tokens }: AnswerDeps, { chat }: StartedRun, { request, report }: MadeRequest): number | null {
  if (estimateRequest(request) === null) return null
  return Math.round(report.budget.used.total / tokens.of(chat.id, chat.settings.model).factor)
}

async function openAnswer(
  deps: AnswerDeps,
  { row, chat, facts }: StartedRun,
  { request, report, path, estimatedInput }: MadeRequest & { readonly estimatedInput: number | null },
): Promise<RecordedRequest> {
  const { id: runId, messageId, below } = row.current()
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
    check: () => row.check(),
  })
  logLayers(deps, { chatId: chat.id, requestId: recorded.id }, report)
  return recorded
}

/** One line for each request: what every layer took out of it (C17). */
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
  { request, report }: MadeRequest,
  callbacks: Pick<ModelCall, 'onSent' | 'onUsage'>,
): Promise<Answer> {
  const { hub, journal, log, models, clock, randomBytes } = deps
  const { runId, signal, draft } = live
  const { messageId } = row.current()
  const { model: choice, answer: settings } = chat.settings
  const late = (error: unknown) => log.warn('a model stream failed while it was closed', { runId, error })

  function publish(delta: PartDelta): void {
    journal.append(messageId, toJournalEntry(delta))
    hub.publish(delta)
  }

  const call = {
    choice,
    request,
    settings,
    ...roomFor(facts, report),
    purpose: 'answer',
    signal,
    ...callbacks,
  } as const
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

/** By how much our count of a request may be too low. */
const UNCOUNTED = 0.01

/** The window must hold the answer too: a provider refuses a request that allows a longer one (C9). */
function roomFor({ contextWindow }: ModelFacts, { budget }: Report): Pick<ModelCall, 'room'> {
  if (contextWindow === null) return {}
  const left = contextWindow - Math.ceil(budget.used.total * (1 + UNCOUNTED))
  return { room: Math.max(left, budget.reserved) }
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
