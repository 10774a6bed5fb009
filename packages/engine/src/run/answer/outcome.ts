import type { AnswerEnd, ErrorPart } from '@stet/history'
import { type Answer, ModelError, type ReportedUsage } from '@stet/models'
import { NotRecorded } from '../../ledger/open-request.ts'
import type { RunState } from '../../view/chat-view.ts'
import type { Cut } from '../live/live-runs.ts'

/** How a request ended: with the whole answer, or with what had arrived. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | {
      readonly kind: 'cut-short'
      readonly end: AnswerEnd
      readonly state: RunState
      readonly error: ErrorPart | null
      /** What the provider had reported of its usage by then (U1). */
      readonly reported: ReportedUsage | null
    }

export function toOutcome(
  error: unknown,
  cutBy: Cut | null,
  arrived: boolean,
  reported: ReportedUsage | null,
): Outcome {
  if (cutBy !== null) return { kind: 'cut-short', end: cutBy, state: cutBy, error: null, reported }
  // A connection lost in the middle of a text is not a refusal: the answer can be continued (FP-3).
  const end = error instanceof ModelError && error.kind === 'network' && arrived ? 'interrupted' : 'failed'
  return { kind: 'cut-short', end, state: 'failed', error: toErrorPart(error), reported }
}

function toErrorPart(error: unknown): ErrorPart {
  if (error instanceof ModelError) {
    const { kind: code, message, status, retryable, reply } = error
    return { kind: 'error', code, message, status, retryable, ...(reply && { reply }) }
  }
  if (error instanceof NotRecorded) {
    return { kind: 'error', code: 'not-recorded', message: error.message, status: null, retryable: true }
  }
  return {
    kind: 'error',
    code: 'internal',
    message: 'Something went wrong inside Stet; the log says what. Your message is kept.',
    status: null,
    retryable: true,
  }
}
