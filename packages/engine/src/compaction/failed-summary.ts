import type { Chat } from '@stet/history'
import { ModelError } from '@stet/models'
import { NotRecorded } from '../ledger/open-request.ts'
import type { Log } from '../runtime/log.ts'

export interface FailedSummary {
  readonly kind: 'failed'
  /** Shown to the user. */
  readonly because: string
}

/** Shown to the user for unexpected errors. */
export const INSIDE = 'Something went wrong inside Stet; the log says what.'

/** Logs what went wrong with a summary. */
export function toFailed({ log }: { readonly log: Log }, { id: chatId }: Chat, error: unknown): FailedSummary {
  if (error instanceof ModelError || error instanceof NotRecorded) {
    log.warn('a summary failed', { chatId, error })
    return { kind: 'failed', because: error.message }
  }
  log.error('a summary failed', { chatId, error })
  return { kind: 'failed', because: INSIDE }
}
