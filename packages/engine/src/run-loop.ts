import type { AnswerSettings, CallId, ModelChoice, ModelRequest } from '@stet/history'
import { ModelError, type Models, type PartStart } from '@stet/models'
import type { RunState } from './chat-view.ts'
import type { DraftPartStart } from './draft.ts'
import type { Delta, Fact, PartDelta } from './event.ts'
import type { LiveRun } from './live-runs.ts'
import type { Log } from './log.ts'
import { type Outcome, toOutcome } from './outcome.ts'
import { untilAborted } from './until-aborted.ts'

export interface RunLoopParts {
  readonly live: LiveRun
  readonly choice: ModelChoice
  readonly settings: AnswerSettings
  readonly models: Models
  /** What the model is shown, from the path as it stands. */
  readonly assemble: () => Promise<ModelRequest>
  /** Keeps a delta where a crash does not reach it. */
  readonly journal: (delta: PartDelta) => void
  /** Writes the answer and the run's end, and tells of the message. It does not throw. */
  readonly settle: (outcome: Outcome) => Promise<RunState>
  readonly makeCallId: () => CallId
  readonly clock: () => number
  readonly log: Log
}

type RunEnded = Extract<Fact, { kind: 'run-ended' }>

/** One run: assemble, stream, persist, ended. Whatever happens, its last event is `run-ended`. */
export async function* runLoop(parts: RunLoopParts): AsyncGenerator<Delta | RunEnded, void> {
  const { chatId, runId } = parts.live
  const outcome = yield* answer(parts)
  yield { kind: 'run-ended', chatId, runId, state: await parts.settle(outcome) }
}

async function* answer(parts: RunLoopParts): AsyncGenerator<Delta, Outcome> {
  const { live, log } = parts
  try {
    return yield* stream(parts, await parts.assemble())
  } catch (error) {
    if (live.cutBy() === null && !(error instanceof ModelError)) {
      log.error('a run failed', { runId: live.runId, chatId: live.chatId, error })
    }
    return toOutcome(error, live.cutBy(), live.draft.draft().parts.length > 0)
  }
}

async function* stream(parts: RunLoopParts, request: ModelRequest): AsyncGenerator<Delta, Outcome> {
  const { live, choice, settings, models, journal } = parts
  const call = { choice, request, settings, purpose: 'answer', signal: live.signal } as const
  for await (const event of untilAborted(models.stream(call), live.signal, lateError(parts))) {
    switch (event.kind) {
      case 'part-started': {
        const delta = live.draft.start(event.part, withCallId(event.start, parts.makeCallId))
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
        yield live.draft.retry({ failed, at: parts.clock(), afterMs, because })
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
