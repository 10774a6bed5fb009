import type { AnswerSettings, CallId, ModelChoice, ModelRequest } from '@stet/history'
import { ModelError, type Models, type PartStart } from '@stet/models'
import type { RunState } from './chat-view.ts'
import type { DraftPartStart } from './draft.ts'
import type { Delta, Fact, PartDelta } from './event.ts'
import type { LiveRun } from './live-runs.ts'
import type { Log } from './log.ts'
import { type Outcome, toOutcome } from './outcome.ts'
import { untilAborted } from './until-aborted.ts'

/** The most answers of one run: one that calls tools for ever ends as `max-steps` (R1). */
export const MOST_STEPS = 50

/** What a run does next: write an answer, run the calls of the one that stands, or nothing more. */
export type Next =
  | { readonly kind: 'step' }
  | { readonly kind: 'calls' }
  | { readonly kind: 'ended'; readonly state: RunState }

export interface RunLoopParts {
  readonly live: LiveRun
  readonly choice: ModelChoice
  readonly settings: AnswerSettings
  readonly models: Models
  /** Where it starts: with an answer, or with the calls of one. */
  readonly first: Next
  /** The draft of the answer to be written. */
  readonly begin: () => Fact
  /** What the model is shown, from the path as it stands. */
  readonly assemble: () => Promise<ModelRequest>
  /** Keeps a delta where a crash does not reach it. */
  readonly journal: (delta: PartDelta) => void
  /** The answer and its calls in one write, and the run's end when nothing follows. */
  readonly persist: (outcome: Outcome) => Promise<Next>
  /** Runs what may run, all at once. */
  readonly runCalls: () => AsyncGenerator<Delta>
  /** The results in one write when every call is settled, or the run's end. */
  readonly conclude: () => Promise<Next>
  /** The run's end, without a message. */
  readonly end: (state: RunState) => Promise<Next>
  /** The end of a run that cannot go on. It does not throw. */
  readonly giveUp: (error: unknown) => Promise<RunState>
  readonly makeCallId: () => CallId
  readonly clock: () => number
  readonly log: Log
}

type RunEnded = Extract<Fact, { kind: 'run-ended' }>

/** One run: assemble, stream, persist, tools, again. Whatever happens, its last event is `run-ended`. */
export async function* runLoop(run: RunLoopParts): AsyncGenerator<Fact | Delta, void> {
  const { chatId, runId } = run.live
  let ended: RunEnded | null = null
  try {
    ended = { kind: 'run-ended', chatId, runId, state: yield* steps(run) }
  } catch (error) {
    ended = { kind: 'run-ended', chatId, runId, state: await run.giveUp(error) }
  }
  yield ended
}

async function* steps(run: RunLoopParts): AsyncGenerator<Fact | Delta, RunState> {
  let next = run.first
  for (let step = 0; ; ) {
    switch (next.kind) {
      case 'step':
        if (step === MOST_STEPS) return endOf(await run.end('max-steps'))
        if (run.live.stands) yield run.begin()
        next = await run.persist(yield* answer(run))
        step += 1
        break
      case 'calls':
        yield* run.runCalls()
        next = await run.conclude()
        break
      case 'ended':
        return next.state
    }
  }
}

function endOf(next: Next): RunState {
  if (next.kind !== 'ended') throw new Error(`a run that was to end goes on with ${next.kind}`)
  return next.state
}

async function* answer(run: RunLoopParts): AsyncGenerator<Delta, Outcome> {
  const { live, log } = run
  try {
    return yield* stream(run, await run.assemble())
  } catch (error) {
    if (live.cutBy() === null && !(error instanceof ModelError)) {
      log.error('a run failed', { runId: live.runId, chatId: live.chatId, error })
    }
    return toOutcome(error, live.cutBy(), live.draft.draft().parts.length > 0)
  }
}

async function* stream(run: RunLoopParts, request: ModelRequest): AsyncGenerator<Delta, Outcome> {
  const { live, choice, settings, models, journal } = run
  const call = { choice, request, settings, purpose: 'answer', signal: live.signal } as const
  for await (const event of untilAborted(models.stream(call), live.signal, lateError(run))) {
    switch (event.kind) {
      case 'part-started': {
        const delta = live.draft.start(event.part, withCallId(event.start, run.makeCallId))
        journal(delta)
        yield delta
        break
      }
      case 'part-delta': {
        if (event.text === '') break
        const delta = live.draft.write(event.part, event.text)
        journal(delta)
        yield delta
        break
      }
      case 'retrying': {
        const { failed, afterMs, because } = event
        yield live.draft.retry({ failed, at: run.clock(), afterMs, because })
        break
      }
      case 'answer-finished':
        return { kind: 'answered', answer: event.answer }
    }
  }
  throw new ModelError('protocol', { message: 'The answer broke off before its end.' })
}

function withCallId(start: PartStart, makeCallId: () => CallId): DraftPartStart {
  return start.kind === 'tool-call' ? { ...start, callId: makeCallId() } : start
}

function lateError({ live, log }: RunLoopParts): (error: unknown) => void {
  return error => log.warn('a model stream failed while it was closed', { runId: live.runId, error })
}
