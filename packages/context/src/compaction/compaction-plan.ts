import type { MessageId, RequestMessage } from '@stet/history'

/** What a summary is made of: messages as they would be sent, from their parts. */
export type PlainMessage = Extract<RequestMessage, { form: 'plain' }>

/**
 * How far compaction went (C10): all but the recent messages, fewer recent ones, all but the last one or two, all but the current
 * message; or what the user asked for.
 */
export type CompactionStage = 'older' | 'fewer-recent' | 'last-messages' | 'last-resort' | 'by-hand'

/** What to summarise so that the request fits. Making the summary is not done here. */
export interface CompactionPlan {
  readonly stage: CompactionStage
  /** The last message the summary covers, and the one it hangs on. Never inside a step of calls and results. */
  readonly coversThrough: MessageId
  /** The summary that held until now. It goes in first, so that nothing is lost that was summarised twice. */
  readonly earlier: { readonly messageId: MessageId; readonly text: string } | null
  /**
   * What else goes into the summary, in order. The current message is among it where the summary covers it, although it is still sent
   * whole: it will be gone once the next message is the current one.
   */
  readonly summarise: readonly PlainMessage[]
  /** The messages that are still sent as they are, in order; of those pinned, the ones that fit. */
  readonly keep: readonly MessageId[]
  /** Whether the current message alone is too large, so that the summary replaces it in the request. */
  readonly summariseCurrent: boolean
  /** Tokens that the summary is asked to have at most. */
  readonly target: number
  /** Tokens that it may have at most for the request to fit. */
  readonly room: number
  /** Tokens that the answer of one summary request may have; what is longer is cut off, and so has failed (C11). */
  readonly outputLimit: number
  /** Tokens of everything it is made of: a longer summary has failed (C11). */
  readonly replacedTokens: number
  /** Tokens of the request now and with a summary of the target size, without what has what is left: documents, and pins that give way. */
  readonly tokens: { readonly before: number; readonly after: number }
  /** In words that the user reads. */
  readonly because: string
}
