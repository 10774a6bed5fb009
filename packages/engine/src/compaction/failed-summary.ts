import type { Chat } from '@stet/history'
import { ModelError } from '@stet/models'
import { NotRecorded } from '../ledger/open-request.ts'
import type { Log } from '../runtime/log.ts'

export interface FailedSummary {
  readonly kind: 'failed'
  /** In words that a person reads. */
  readonly because: string
}

/** What a person is told of trouble that nobody foresaw. */
export const INSIDE = 'Something went wrong inside Stet; the log says what.'

/** What went wrong with a summary, logged. */
export function toFailed({ log }: { readonly log: Log }, { id: chatId }: Chat, error: unknown): FailedSummary {
  if (error instanceof ModelError || error instanceof NotRecorded) {
    log.warn('a summary failed', { chatId, error })
    return { kind: 'failed', because: error.message }
  }
  log.error('a summary failed', { chatId, error })
  return { kind: 'failed', because: INSIDE }
}
