import type { AnswerSettings, CallId, ModelChoice, ModelRequest } from '@stet/history'
import { ModelError, type Models, type PartStart, type SentRequest } from '@stet/models'
import type { Log } from '../runtime/log.ts'
import { untilAborted } from '../runtime/until-aborted.ts'
import type { DraftPartStart } from '../view/draft.ts'
import type { Delta, PartDelta } from '../view/event.ts'
import type { LiveRun } from './live-runs.ts'
import { type Outcome, toOutcome } from './outcome.ts'

export interface StreamDeps {
  readonly live: LiveRun
  readonly choice: ModelChoice
  readonly settings: AnswerSettings
  readonly models: Models
  /** Keeps the request before its bytes leave. */
  readonly onSent: (sent: SentRequest) => Promise<void>
  /** Keeps a delta where a crash does not reach it. */
  readonly journal: (delta: PartDelta) => void
  readonly makeCallId: () => CallId
  readonly clock: () => number
  readonly log: Log
}

/** An answer as it is written, into the draft and the journal. It does not throw: what went wrong is one of its outcomes. */
export async function* streamAnswer(
  deps: StreamDeps,
  assemble: () => Promise<ModelRequest>,
): AsyncGenerator<Delta, Outcome> {
  const { live, choice, settings, models, journal, onSent, log } = deps
  try {
    const request = await assemble()
    const call = { choice, request, settings, purpose: 'answer', signal: live.signal, onSent } as const
    for await (const event of untilAborted(models.stream(call), live.signal, lateError(deps))) {
      switch (event.kind) {
        case 'part-started': {
          const delta = live.draft.start(event.part, withCallId(event.start, deps.makeCallId))
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
          yield live.draft.retry({ failed, at: deps.clock(), afterMs, because })
          break
        }
        case 'answer-finished':
          return { kind: 'answered', answer: event.answer }
      }
    }
    throw new ModelError('protocol', { message: 'The answer broke off before its end.' })
  } catch (error) {
    if (live.cutBy() === null && !(error instanceof ModelError)) {
      log.error('a run failed', { runId: live.runId, chatId: live.chatId, error })
    }
    return toOutcome(error, live.cutBy(), live.draft.draft().parts.length > 0)
  }
}

function withCallId(start: PartStart, makeCallId: () => CallId): DraftPartStart {
  return start.kind === 'tool-call' ? { ...start, callId: makeCallId() } : start
}

function lateError({ live, log }: StreamDeps): (error: unknown) => void {
  return error => log.warn('a model stream failed while it was closed', { runId: live.runId, error })
}
