import type { CHAT_COMMANDS, RunsOf } from '@stet/commands'
import type { CompactionReport, Comparison, Report } from '@stet/context'
import type {
  AnswerSettings,
  ChatId,
  ContextSettings,
  CumulativeSpending,
  MessageId,
  ModelChoice,
  ModelFacts,
  RequestId,
  Spending,
  WorkspaceId,
} from '@stet/history'
import type { NotApplied, PriceList } from '@stet/models'
import type { ToolFacts } from './calls/toolbox.ts'
import type { Watcher, Watching } from './events/watch.ts'
import type { PastRequest } from './ledger/read-request.ts'
import type { Totals } from './ledger/totals.ts'
import type { ChatView } from './view/chat-view.ts'
import type { EarlierPath } from './view/read-view.ts'

/** The commands on a chat, what can be read of it, and watching it. One per owner; a command given twice with one key runs once. */
export interface Engine extends RunsOf<typeof CHAT_COMMANDS> {
  /** The tools of this home, those included that it cannot offer (T1). */
  tools(): Promise<readonly ToolFacts[]>
  /** The model that answers in a chat now, and how. */
  answering(chatId: ChatId): Promise<Answering>
  /** What the next request at the end of the shown path would send, and why. It changes nothing. */
  inspect(query: InspectQuery): Promise<Inspection>
  /** What was spent in a chat: in all, on the shown path, and on each message of it (U2). */
  usage(chatId: ChatId): Promise<ChatUsage>
  /** What was spent in a workspace, on a day, or on a model. */
  totals(query: TotalsQuery): Promise<Totals>
  /** A request exactly as it was sent (X1). */
  request(requestId: RequestId): Promise<PastRequest>
  view(chatId: ChatId): Promise<ChatView>
  /** The part of the shown path right above a message. */
  earlier(chatId: ChatId, before: MessageId, limit: number): Promise<EarlierPath>
  /**
   * The events of these chats and of the chat list: what followed `lastEventId`, or a snapshot of each chat first. Ends when the
   * signal aborts, when the engine closes, or when the watcher is too slow (it then reconnects and gets snapshots).
   */
  watch(watcher: Watcher): Watching
  close(): Promise<void>
}

export interface Answering {
  readonly settings: AnswerSettings
  readonly choice: ModelChoice
  /** Null when the chosen model cannot be used now: its definition is gone, disabled, or its key cannot be opened. */
  readonly facts: ModelFacts | null
  /** Null when no price is known. */
  readonly prices: PriceList | null
  /** A clause that a person reads, when there are no facts. */
  readonly because: string | null
  /** Which of the settings the model cannot take. */
  readonly notApplied: readonly NotApplied[]
}

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

/** What was spent in a chat (U2). */
export interface ChatUsage {
  /** Every request of the chat and of the chats that it called, whatever became of its messages. */
  readonly chat: Totals
  /** The shown path, with what was deleted from it, and what a fork brought along. */
  readonly branch: CumulativeSpending
  /** What each message of the part of the path that a page first sees spent. */
  readonly messages: Readonly<Record<MessageId, Spending>>
}

export type TotalsQuery =
  | { readonly by: 'workspace'; readonly workspaceId: WorkspaceId }
  /** In UTC, as `2026-11-15`. */
  | { readonly by: 'day'; readonly day: string }
  | { readonly by: 'model'; readonly model: ModelChoice }
