import type { CHAT_COMMANDS, RunsOf } from '@stet/commands'
import type { CompactionReport, Comparison, FactKind, Fate, PlannedCompaction, Report } from '@stet/context'
import type {
  AnswerEnd,
  AnswerSettings,
  answerSettings,
  CallId,
  Chat,
  ChatId,
  ContextFile,
  ContextSettings,
  Cost,
  CumulativeSpending,
  contextSettings,
  Message,
  MessageId,
  ModelChoice,
  ModelFacts,
  PromptValues,
  RequestId,
  SettingChangesOf,
  Spending,
  ToolChoice,
  Usage,
  WorkspaceId,
  wordingSettings,
} from '@stet/history'
import type { NotApplied, PriceList, SentRequest } from '@stet/models'
import type { Call } from '@stet/store'
import type { ToolFacts } from './calls/toolbox.ts'
import type { SummaryPrice } from './compaction/prepare-summary.ts'
import type { Watcher, Watching } from './events/watch.ts'
import type { Budget } from './ledger/budgets.ts'
import type { RequestDifference } from './ledger/difference.ts'
import type { RequestPage } from './ledger/list-requests.ts'
import type { PastRequest } from './ledger/read-request.ts'
import type { Totals } from './ledger/totals.ts'
import type { UsageReport, UsageReportQuery } from './ledger/usage-report.ts'
import type { SentAttachment } from './record/read-files.ts'
import type { BrowsedDirectory } from './run/request/environment.ts'
import type { ChatView } from './view/chat-view.ts'
import type { Question } from './view/question.ts'
import type { FoundMoment, OutlinePage, OutlineQuery } from './view/read-outline.ts'
import type { EarlierPath } from './view/read-view.ts'
import type { PathWindow } from './view/read-window.ts'

/** The commands on a chat, what can be read of it, and watching it. One per owner; a command given twice with one key runs once. */
export interface Engine extends RunsOf<typeof CHAT_COMMANDS> {
  /** The tools of a workspace, those included that this home cannot offer (T1). */
  tools(workspaceId: WorkspaceId): Promise<readonly ToolFacts[]>
  /** Directories that can be exposed: those in one, or the ones to begin with where the path is null (T7). */
  browse(path: string | null): Promise<Browsed>
  /** The chats in which models work for a call, and the one that it continues. */
  called(
    chatId: ChatId,
    given: { readonly callId: CallId; readonly continued: ChatId | null },
  ): Promise<readonly CalledChat[]>
  /** The model that answers in a chat now, and how. */
  answering(chatId: ChatId): Promise<Answering>
  /** What the variables of a system prompt mean in a chat, as of now. */
  promptValues(chatId: ChatId): Promise<PromptValues>
  /** What the next request at the end of the shown path would send, and why. It changes nothing. */
  inspect(query: InspectQuery): Promise<Inspection>
  /** The tokens of that request as its provider counts them (C15). The request's content is sent there, and not answered. */
  count(query: InspectQuery): Promise<TokenCount>
  /** That request byte for byte. */
  nextBytes(query: InspectQuery & { readonly whole?: boolean | undefined }): Promise<NextBytes>
  /** The exact facts that a summary has and has lost. */
  summaryFacts(query: { readonly chatId: ChatId; readonly checkpointId: MessageId }): Promise<SummaryFacts>
  /** What was spent in a chat: in all, on the shown path, and on each message of it (U2). */
  usage(chatId: ChatId): Promise<ChatUsage>
  /** What each of these chats cost. */
  costs(chatIds: readonly ChatId[]): Promise<Readonly<Record<ChatId, Cost>>>
  /** What was spent in a workspace, on a day, or on a model. */
  totals(query: TotalsQuery): Promise<Totals>
  /** What was spent in some days, split in every way that the usage page shows (U4). */
  usageReport(query: UsageQuery): Promise<UsageReport>
  /** Workspaces with a budget, and what was spent in them in this month. */
  budgets(): Promise<readonly Budget[]>
  /** Throws `chat-not-found` for a chat that does not exist. */
  checkChat(chatId: ChatId): Promise<void>
  /** Everything that a chat asked models, newest first, a page at a time. */
  requests(query: {
    readonly chatId: ChatId
    readonly after: string | null
    readonly limit: number
  }): Promise<RequestPage>
  /** How a later request differs from an earlier one, and why its cache missed (X1). */
  difference(ids: { readonly from: RequestId; readonly to: RequestId }): Promise<RequestDifference>
  /** A request exactly as it was sent (X1). */
  request(requestId: RequestId): Promise<PastRequest>
  view(chatId: ChatId): Promise<ChatView>
  /** A chat and all its messages as stored, on every branch, oldest first (H9). */
  dump(chatId: ChatId): Promise<Dump>
  /** The part of the shown path right above a message. */
  earlier(chatId: ChatId, before: MessageId, limit: number): Promise<EarlierPath>
  /** The part of the shown path around a message; its start for null. */
  around(chatId: ChatId, message: MessageId | null, limit: number): Promise<PathWindow>
  /** The turns of a branch, a page at a time, and where others part from it (H4). */
  outline(query: OutlineQuery): Promise<OutlinePage>
  /** The first message of the shown branch at or after a moment. */
  moment(chatId: ChatId, from: number): Promise<FoundMoment>
  /** What a branch answers first, to be compared with another (H4). */
  branchAnswer(chatId: ChatId, messageId: MessageId): Promise<BranchAnswer>
  /**
   * The events of these chats and of the chat list: what followed `lastEventId`, or a snapshot of each chat first. Ends when the
   * signal aborts, when the engine closes, or when the watcher is too slow (it then reconnects and gets snapshots).
   */
  watch(watcher: Watcher): Watching
  close(): Promise<void>
}

export type Browsed = Omit<Extract<BrowsedDirectory, { kind: 'browsed' }>, 'kind'>

/** A chat in which a model works for a call (T6). */
export interface CalledChat {
  readonly id: ChatId
  readonly title: string
  readonly running: boolean
  /** Its calls that wait for the user, who decides about them in the calling chat. */
  readonly waiting: readonly Call[]
  /** What its run asks before it continues; decided about in the calling chat too. */
  readonly question: Question | null
}

export interface Dump {
  readonly chat: Chat
  readonly messages: AsyncIterable<Message>
}

/** What a branch answers first, to be compared with another: from its first message to the next one of the user. */
export interface BranchAnswer {
  readonly first: MessageId
  /** All branches at this place, itself included, oldest first. */
  readonly siblings: readonly MessageId[]
  /** What the user asked, where the branches part at a question; null where they part at an answer. */
  readonly question: string | null
  /** The text of its answers, one below the other. */
  readonly text: string
  /** Whether the text is longer than what is answered here. */
  readonly isCut: boolean
  readonly calls: number
  readonly model: ModelChoice | null
  readonly at: number
  readonly end: AnswerEnd | null
  /** Of all requests; null where that is not known. */
  readonly durationMs: number | null
  readonly usage: Usage
  readonly cost: Cost
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
  /** Settings to try in place of the chat's own; null for none. */
  readonly context: SettingChangesOf<typeof contextSettings> | null
  /** Other choices to try in place of the chat's own, before they are saved (X1). */
  readonly tried?: TriedChoices | undefined
  /** The text to be sent, which may be empty. */
  readonly text: string
  /** The files to be sent with it. */
  readonly attachments?: readonly SentAttachment[] | undefined
  /** Which messages of a long report are listed: those from this index on, or around a message. The last ones where neither is given. */
  readonly from?: number | undefined
  readonly around?: MessageId | undefined
}

/** Another system prompt, other tools, settings or documents, or summaries lifted or one in force: on every branch, since nothing is saved. */
export interface TriedChoices {
  readonly systemPrompt?: string | undefined
  readonly tools?: readonly ToolChoice[] | undefined
  readonly answer?: SettingChangesOf<typeof answerSettings> | undefined
  readonly wording?: SettingChangesOf<typeof wordingSettings> | undefined
  readonly documents?: readonly ContextFile[] | undefined
  readonly lift?: readonly MessageId[] | undefined
  readonly hold?: MessageId | undefined
}

/** The request that would be sent, byte for byte; null, with the reason as a clause, where it is not known yet. */
export interface NextBytes {
  readonly sent:
    | (Pick<SentRequest, 'method' | 'url' | 'headers' | 'notes'> & {
        readonly bytes: number
        /** Null where it is too long to be shown and was not asked for whole. */
        readonly body: string | null
      })
    | null
  readonly because: string | null
}

/** How many exact facts a summary replaces and how many of them it lost; those are listed that are likeliest to be needed (C22). */
export interface SummaryFacts {
  readonly facts: number
  readonly lost: number
  readonly listed: readonly { readonly text: string; readonly kind: FactKind; readonly messageId: MessageId }[]
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
  /** Of the request as it is, before any compaction. It lists one page of its messages; the figures are those of all. */
  readonly report: Report
  readonly page: ReportPage
  /** The compaction that a run does first, by the same plan (C10, C12). */
  readonly compaction: CompactionInspection
  /** What the tried settings change; null when none were given. */
  readonly change: ReportChange | null
}

/** Which messages of a report are listed. */
export interface ReportPage {
  /** The index of the first of them. */
  readonly from: number
  /** How many there are in all, and of each fate. */
  readonly count: number
  readonly fates: Partial<Record<Fate, number>>
}

/** A planned summary with what it takes. */
export type CompactionInspection =
  | Exclude<CompactionReport, PlannedCompaction>
  | (Omit<PlannedCompaction, 'summarised'> & {
      /** How many messages the summary would replace, and which of the listed ones. */
      readonly summarised: { readonly count: number; readonly listed: readonly MessageId[] }
      /** Null when the model that writes it cannot be used: then the text is shortened without a model. */
      readonly price: (SummaryPrice & { readonly asks: boolean }) | null
    })

/** What other settings would change. Savings in money are not known without a price list. */
export interface ReportChange extends Pick<Comparison, 'messages' | 'blocks' | 'tokens'> {
  /** How many messages change; `messages` has those of the listed page. */
  readonly count: number
}

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

/** Days in UTC, as `2026-11-15`. */
export interface UsageQuery extends Omit<UsageReportQuery, 'from' | 'through'> {
  readonly from?: string | undefined
  readonly through?: string | undefined
}
