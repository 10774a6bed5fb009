import type { CompactionReport, Comparison, Report } from '@stet/context'
import type { ChatId, ContextSettings, MessageId } from '@stet/history'

export interface InspectQuery {
  readonly chatId: ChatId
  /** What if the chat were set like this; null looks at it as it is set. */
  readonly context: ContextSettings | null
  /** What is about to be sent, which may be nothing yet. */
  readonly text: string
}

/** What the next request of a chat would send, and why (C17). Nothing is sent or written to find out. */
export interface Inspection {
  /** The id by which the report speaks of the message that is about to be sent. It will have another. */
  readonly nextMessageId: MessageId
  /** The settings that the report was made with. */
  readonly context: ContextSettings
  /** Whether the request fits as it stands. Where it does not and compaction is planned, it is made to fit before it is sent. */
  readonly fits: boolean
  /** In words that a person reads, when it does not fit. */
  readonly because: string | null
  /** Of the request as it would be sent now: nothing is summarised for it. */
  readonly report: Report
  /** What a run does before it, by the same plan (C10, C12). */
  readonly compaction: CompactionReport
  /** From how the chat is set to the settings that were asked about; null when none were. */
  readonly change: ReportChange | null
}

/** What other settings would change. What it saves in money is not known without a price list. */
export type ReportChange = Pick<Comparison, 'messages' | 'blocks' | 'tokens'>
