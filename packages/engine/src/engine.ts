import type { CompactionReport, Comparison, Report } from '@stet/context'
import type {
  AnswerSettings,
  CallId,
  ChatId,
  ContextSettings,
  CumulativeSpending,
  MessageId,
  ModelChoice,
  ModelFacts,
  RequestId,
  RunId,
  Spending,
  ToolChoice,
  WorkspaceId,
} from '@stet/history'
import type { NotApplied, PriceList } from '@stet/models'
import type { ToolFacts } from './calls/toolbox.ts'
import type { Watcher, Watching } from './events/watch.ts'
import type { PastRequest } from './ledger/read-request.ts'
import type { Totals } from './ledger/totals.ts'
import type { ChatView } from './view/chat-view.ts'
import type { CompactionId } from './view/compaction.ts'
import type { EarlierPath } from './view/read-view.ts'

/** The commands on a chat, and watching it. One per owner; a command given twice with the same key acts once. */
export interface Engine {
  send(command: SendCommand): Promise<Sent>
  /** Takes back a message that waits for its run (R10). */
  withdraw(command: WithdrawCommand): Promise<Withdrawn>
  /** Answers a message again, beside the answers it has. */
  retry(command: RetryCommand): Promise<Retried>
  /** Lets one call run, once; with the last decision the run goes on (R6). */
  approve(command: ApproveCommand): Promise<Resumed>
  deny(command: DenyCommand): Promise<Resumed>
  /** Runs the calls of an answer that stand unanswered (R7). */
  runPending(command: PendingCommand): Promise<Resumed>
  rejectPending(command: PendingCommand): Promise<void>
  /** Goes on below an answer that did not come to its own end (R9). */
  continueAnswer(command: ContinueCommand): Promise<Retried>
  /** Which tools a chat offers, how they are set, and which run by themselves (T1). */
  changeTools(command: ChangeToolsCommand): Promise<void>
  /** Lets the tools of a chat reach a directory; the model hears of it with the next message (H8). */
  expose(command: ExposeCommand): Promise<void>
  unexpose(command: ExposeCommand): Promise<void>
  /** What the tools of this home are, and which of them it cannot offer (T1). */
  tools(): Promise<readonly ToolFacts[]>
  /** Stops the run or the summary named, or every run of the chat and the summary that a person asked for; keeps what arrived. */
  stop(command: StopCommand): Promise<Stopped>
  rename(command: RenameCommand): Promise<void>
  /** Has the model name the chat anew, in the place of any title; `title-ended` tells how it went (C18). */
  makeTitle(command: MakeTitleCommand): Promise<void>
  changeContext(command: ChangeContextCommand): Promise<void>
  changeModel(command: ChangeModelCommand): Promise<void>
  changeAnswerSettings(command: ChangeAnswerSettingsCommand): Promise<void>
  /** By which model a chat is answered now, and how. */
  answering(chatId: ChatId): Promise<Answering>
  /** Pins a message or leaves it out (C19). */
  mark(command: MarkCommand): Promise<void>
  /** Shows the branch through a message, where the person last was in it (H4). */
  chooseTip(command: ChooseTipCommand): Promise<void>
  /** Copies the path to a message into a new chat (H5). */
  fork(command: ForkCommand): Promise<Forked>
  /** Takes a message and all below it; what was spent there stays on record (H7). */
  deleteMessage(command: DeleteCommand): Promise<Deleted>
  /** Puts a checkpoint at the end of the shown path, before which nothing is sent (H6). */
  clear(command: ClearCommand): Promise<Cleared>
  lift(command: LiftCommand): Promise<void>
  /** Summarises the shown path, or makes one of its summaries anew; answered when the work has begun (C11, C12). */
  summarise(command: SummariseCommand): Promise<Summarising>
  /** Takes a summary that failed out of sight. */
  dismissCompaction(command: DismissCommand): Promise<void>
  /** What the next request at the end of the shown path would send, and why. It changes nothing. */
  inspect(query: InspectQuery): Promise<Inspection>
  /** What was spent in a chat: in all, on the shown path, and on each message of it (U2). */
  usage(chatId: ChatId): Promise<ChatUsage>
  /** What was spent in a workspace, on a day, or on a model. */
  totals(query: TotalsQuery): Promise<Totals>
  /** A request that was made, exactly as it was sent (X1). */
  request(requestId: RequestId): Promise<PastRequest>
  view(chatId: ChatId): Promise<ChatView>
  /** The part of the shown path right above a message. */
  earlier(chatId: ChatId, before: MessageId, limit: number): Promise<EarlierPath>
  /**
   * The events of these chats and of the chat list: what followed `lastEventId`, or a snapshot of each chat first. Ends when the
   * signal aborts, when the engine closes, or when the watcher is too slow (it then comes back and is resynchronised).
   */
  watch(watcher: Watcher): Watching
  close(): Promise<void>
}

interface Command {
  /** Given by the client, new for each act of the person. */
  readonly key: string
  readonly chatId: ChatId
}

export interface SendCommand extends Command {
  /** May be empty where calls stand unanswered or messages wait: what is there is then answered. */
  readonly text: string
  /** The message to answer below; null starts the chat or another first message. It must be what the sender saw last. */
  readonly parentId: MessageId | null
  /** Stops the run at work above it, in place of waiting for it. */
  readonly stopFirst?: boolean
}

export interface Sent {
  /** What is to be answered: the message; or, when nothing was written, the last one that stands. */
  readonly messageId: MessageId
  readonly runId: RunId
  /** The id the answer will have; of one that waits, the answer in the making. */
  readonly answerId: MessageId
  /** Whether it waits for the run to come to a step's end (R10). */
  readonly waits: boolean
}

export interface WithdrawCommand extends Command {
  readonly messageId: MessageId
}

export interface Withdrawn {
  /** As it was typed, for the composer. */
  readonly text: string
}

export interface ApproveCommand extends Command {
  readonly callId: CallId
  /** Of what was shown. */
  readonly hash: string
  /** From the next call on the tool runs by itself in this chat. */
  readonly always: boolean
}

export interface DenyCommand extends Command {
  readonly callId: CallId
  /** For the model; may be empty. */
  readonly reason: string
}

export interface Resumed {
  /** The run that goes on; null when other calls still wait, or a run is at work on them. */
  readonly runId: RunId | null
}

export interface PendingCommand extends Command {
  /** The answer that makes the calls. */
  readonly messageId: MessageId
}

export interface ContinueCommand extends Command {
  readonly messageId: MessageId
}

export interface ChangeToolsCommand extends Command {
  readonly tools: readonly ToolChoice[]
}

export interface ExposeCommand extends Command {
  /** As the person writes it. */
  readonly path: string
}

export interface RetryCommand extends Command {
  /** An answer, to be given once more; or the message to be answered. */
  readonly messageId: MessageId
}

export interface Retried {
  readonly runId: RunId
  readonly answerId: MessageId
}

export interface ChooseTipCommand extends Command {
  readonly messageId: MessageId
}

export interface ForkCommand extends Command {
  readonly messageId: MessageId
}

export interface Forked {
  readonly chatId: ChatId
}

export interface DeleteCommand extends Command {
  readonly messageId: MessageId
}

export interface Deleted {
  /** How many messages went. */
  readonly removed: number
}

export type ClearCommand = Command

export interface Cleared {
  readonly checkpointId: MessageId
}

export interface LiftCommand extends Command {
  readonly checkpointId: MessageId
  /** All three on the shown branch alone: lift it, let it hold again, or let compaction go on by itself below a lift. */
  readonly act: 'lift' | 'hold' | 'resume-compaction'
}

export interface SummariseCommand extends Command {
  readonly form: 'prose' | 'snapshot'
  /** A summary on the shown path that is to be made anew for just what it covers, such as a truncation. */
  readonly again?: MessageId
}

export interface Summarising {
  readonly compactionId: CompactionId
}

export interface DismissCommand extends Command {
  readonly compactionId: CompactionId
}

export interface StopCommand extends Command {
  readonly runId: RunId | null
  /** Of a summary that a person asked for: one that a run makes is stopped with its run. */
  readonly compactionId?: CompactionId | null
}

export interface Stopped {
  readonly runIds: readonly RunId[]
}

export interface RenameCommand extends Command {
  readonly title: string
}

export type MakeTitleCommand = Command

export interface ChangeContextCommand extends Command {
  readonly context: ContextSettings
}

export interface ChangeModelCommand extends Command {
  readonly model: ModelChoice
}

export interface ChangeAnswerSettingsCommand extends Command {
  readonly answer: AnswerSettings
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

export interface MarkCommand extends Command {
  readonly messageId: MessageId
  /** Null takes it back. */
  readonly mark: 'pinned' | 'left-out' | null
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
