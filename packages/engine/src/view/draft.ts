import type { CallId, MessageId, ModelChoice, RunId } from '@stet/history'
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

/** A part that is being written; for a call, `text` is its input. */
export type DraftPart = DraftPartStart & { readonly text: string }

/** An answer being written: shown until the message with the same id is saved. */
export interface Draft {
  readonly runId: RunId
  readonly messageId: MessageId
  /** Its parent. */
  readonly parentId: MessageId
  readonly startedAt: number
  /** The model that writes it. */
  readonly model: ModelChoice
  /** `unsaved`: the run ended and the store refused the message. The text stays here and in the journal. */
  readonly state: 'writing' | 'unsaved'
  readonly parts: readonly DraftPart[]
  /** Set while the provider refused and another attempt follows, until a part starts or the run ends (R8). */
  readonly retry: DraftRetry | null
}

/** The next attempt is `afterMs` after `at`: a page counts down to it. */
export interface DraftRetry extends Omit<Retrying, 'kind'> {
  readonly at: number
}

/** The order in a view: by their start. */
export function byBeginning(one: Draft, other: Draft): number {
  return one.startedAt - other.startedAt || (one.messageId < other.messageId ? -1 : 1)
}
