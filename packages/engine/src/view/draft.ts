import type { CallId, MessageId, RunId } from '@stet/history'
import type { Retrying } from '@stet/models'

export type DraftPartStart =
  | { readonly kind: 'text' }
  | { readonly kind: 'reasoning' }
  | {
      readonly kind: 'tool-call'
      readonly callId: CallId
      readonly tool: string
      readonly providerCallId: string | null
    }
  | { readonly kind: 'provider-call'; readonly tool: string }

/** A part that is still being written: for a call, `text` is its input; for one that the provider runs, what was asked of it. */
export type DraftPart = DraftPartStart & { readonly text: string }

/** An answer in the making: what a watcher is shown until the message stands in the record under the same id. */
export interface Draft {
  readonly runId: RunId
  readonly messageId: MessageId
  /** The message it will hang on. */
  readonly parentId: MessageId
  readonly startedAt: number
  /** `unsaved`: the run ended and the store would not take the message. The text stays here and in the journal. */
  readonly state: 'writing' | 'unsaved'
  readonly parts: readonly DraftPart[]
  /** Set while the provider refused and another attempt follows by itself: until a part starts or the run ends (R8). */
  readonly retry: DraftRetry | null
}

/** From `at`, the next attempt is `afterMs` away: a page counts down to it. */
export interface DraftRetry extends Omit<Retrying, 'kind'> {
  readonly at: number
}

/** As a view lists them: by when each was begun. Runs that write at once begin further answers in any order. */
export function byBeginning(one: Draft, other: Draft): number {
  return one.startedAt - other.startedAt || (one.messageId < other.messageId ? -1 : 1)
}
