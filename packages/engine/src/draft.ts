import type { CallId, MessageId, RunId } from '@stet/history'

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

/** A part that is still being written: for a call, `text` is its input. */
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
}
