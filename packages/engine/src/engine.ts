import type { CHAT_COMMANDS, RunsOf } from '@stet/commands'
import type { CompactionReport, Comparison, PlannedCompaction, Report } from '@stet/context'
import type {
  AnswerSettings,
  Chat,
  ChatId,
  ContextSettings,
  Cost,
  CumulativeSpending,
  Message,
  MessageId,
  ModelChoice,
  ModelFacts,
  PromptValues,
  RequestId,
  Spending,
  WorkspaceId,
} from '@stet/history'
import type { NotApplied, PriceList } from '@stet/models'
import type { ToolFacts } from './calls/toolbox.ts'
import type { SummaryPrice } from './compaction/prepare-summary.ts'
import type { Watcher, Watching } from './events/watch.ts'
import type { PastRequest } from './ledger/read-request.ts'
import type { Totals } from './ledger/totals.ts'
import type { SentAttachment } from './record/read-files.ts'
import type { ChatView } from './view/chat-view.ts'
import type { EarlierPath } from './view/read-view.ts'

/** The commands on a chat, what can be read of it, and watching it. One per owner; a command given twice with one key runs once. */
export interface Engine extends RunsOf<typeof CHAT_COMMANDS> {
  /** The tools of a workspace, those included that this home cannot offer (T1). */
  tools(workspaceId: WorkspaceId): Promise<readonly ToolFacts[]>
  /** The model that answers in a chat now, and how. */
  answering(chatId: ChatId): Promise<Answering>
  /** What the variables of a system prompt mean in a chat, as of now. */
  promptValues(chatId: ChatId): Promise<PromptValues>
  /** What the next request at the end of the shown path would send, and why. It changes nothing. */
  inspect(query: InspectQuery): Promise<Inspection>
  /** The tokens of that request as its provider counts them (C15). The request's content is sent there, and not answered. */
  count(query: InspectQuery): Promise<TokenCount>
  /** What was spent in a chat: in all, on the shown path, and on each message of it (U2). */
  usage(chatId: ChatId): Promise<ChatUsage>
  /** What each of these chats cost. */
  costs(chatIds: readonly ChatId[]): Promise<Readonly<Record<ChatId, Cost>>>
  /** What was spent in a workspace, on a day, or on a model. */
  totals(query: TotalsQuery): Promise<Totals>
  /** A request exactly as it was sent (X1). */
  request(requestId: RequestId): Promise<PastRequest>
  view(chatId: ChatId): Promise<ChatView>
  /** A chat and all its messages as stored, on every branch, oldest first (H9). */
  dump(chatId: ChatId): Promise<Dump>
  /** The part of the shown path right above a message. */
  earlier(chatId: ChatId, before: MessageId, limit: number): Promise<EarlierPath>
  /**
   * The events of these chats and of the chat list: what followed `lastEventId`, or a snapshot of each chat first. Ends when the
   * signal aborts, when the engine closes, or when the watcher is too slow (it then reconnects and gets snapshots).
   */
  watch(watcher: Watcher): Watching
  close(): Promise<void>
}

export interface Dump {
  readonly chat: Chat
  readonly messages: AsyncIterable<Message>
}

export interface Answering {
  readonly settings: AnswerSettings
  readonly choice: ModelChoice
  /** Null when the chosen model cannot be used now: its definition is gone, disabled, or its key cannot be opened. */
  readonly facts: ModelFacts | null
  /** Null when no price is known. */
  readonly prices: PriceList | null
  /** Why there are no facts, as a clause shown to the user. */
  readonly because: string | null
  /** The settings that the model does not support. */
  readonly notApplied: readonly NotApplied[]
}

export interface InspectQuery {
  readonly chatId: ChatId
  /** Settings to try; null for the chat's own. */
  readonly context: ContextSettings | null
  /** The text to be sent, which may be empty. */
  readonly text: string
  /** The files to be sent with it. */
  readonly attachments?: readonly SentAttachment[] | undefined
}

/** Tokens of a request as its provider counts them; null, with the reason, where it cannot. */
export interface TokenCount {
  readonly tokens: number | null
  readonly because: string | null
}

/** What the next request of a chat would send, and why (C17). Nothing is sent or written to find out. */
export interface Inspection {
  /** The id of the next message in the report. When sent, it gets another. */
  readonly nextMessageId: MessageId
  /** The settings that the report was made with. */
  readonly context: ContextSettings
  /** Whether the request fits as it is. If not, planned compaction makes it fit before it is sent. */
  readonly fits: boolean
  /** Why it does not fit; shown to the user. */
  readonly because: string | null
  /** Of the request as it is, before any compaction. */
  readonly report: Report
  /** The compaction that a run does first, by the same plan (C10, C12). */
  readonly compaction: CompactionInspection
  /** What the tried settings change; null when none were given. */
  readonly change: ReportChange | null
}

/** A planned summary with what it takes. */
export type CompactionInspection =
  | Exclude<CompactionReport, PlannedCompaction>
  | (PlannedCompaction & {
      /** Null when the model that writes it cannot be used: then the text is shortened without a model. */
      readonly price: (SummaryPrice & { readonly asks: boolean }) | null
    })

/** What other settings would change. Savings in money are not known without a price list. */
export type ReportChange = Pick<Comparison, 'messages' | 'blocks' | 'tokens'>

/** What was spent in a chat (U2). */
export interface ChatUsage {
  /** All requests of the chat and of chats that its calls made, including those of deleted messages. */
  readonly chat: Totals
  /** The shown path, including what was deleted from it, and what a fork inherited. */
  readonly branch: CumulativeSpending
  /** What each message spent, for the part of the path that a page first sees. */
  readonly messages: Readonly<Record<MessageId, Spending>>
}

export type TotalsQuery =
  | { readonly by: 'workspace'; readonly workspaceId: WorkspaceId }
  /** In UTC, as `2026-11-15`. */
  | { readonly by: 'day'; readonly day: string }
  | { readonly by: 'model'; readonly model: ModelChoice }
