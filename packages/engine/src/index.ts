export type {
  BlockReport,
  BudgetReport,
  CacheReport,
  EarlierReport,
  Fate,
  MessageReport,
  Report,
  UsedTokens,
} from '@stet/context'
export { defaultContextSettings } from '@stet/context'
export type {
  AnswerEnd,
  AnswerSettings,
  AsideMessage,
  AssistantMessage,
  AssistantPart,
  CallId,
  Chat,
  ChatEntry,
  ChatId,
  ChatPlace,
  ChatSettings,
  ChoiceSetting,
  ContextFile,
  ContextSettings,
  Cost,
  Drawing,
  ErrorPart,
  ErrorReply,
  FilePart,
  LinkMessage,
  ListedSetting,
  Mark,
  McpServerId,
  Message,
  MessageId,
  ModelChoice,
  ModelFacts,
  Origin,
  Part,
  PromptValues,
  ProviderCallPart,
  RequestId,
  RunId,
  Setting,
  Settings,
  SettingsOf,
  SourcePart,
  ToolChoice,
  ToolOptionValue,
  ToolPolicy,
  ToolResultPart,
  Usage,
  UserMessage,
  WorkspaceId,
} from '@stet/history'
export { defaultAnswerSettings, defaultWordingSettings, isId } from '@stet/history'
export type { PriceList, Prices } from '@stet/models'
export type { Call, StoreErrorKind, WaitingMessage } from '@stet/store'
export { StoreError } from '@stet/store'
export type { ToolOption } from '@stet/tools'
export { checkTools } from './calls/check-tools.ts'
export { findTools, type ToolList } from './calls/find-tools.ts'
export type { ToolFacts } from './calls/toolbox.ts'
export { startingSettings } from './commands/chats/starting-settings.ts'
export type { Commands } from './commands/command.ts'
export { createCommands } from './commands/command.ts'
export { findFacts } from './compaction/read-facts.ts'
export { createEngine } from './create-engine.ts'
export type {
  Answering,
  BranchAnswer,
  Browsed,
  CalledChat,
  ChatUsage,
  Engine,
  Inspection,
  NextBytes,
  ReportChange,
  ReportPage,
  SummaryFacts,
  TokenCount,
  TotalsQuery,
  TriedChoices,
  UsageQuery,
} from './engine.ts'
export { joinDeltas } from './events/join-deltas.ts'
export type { Watcher, Watching } from './events/watch.ts'
export type { Budget } from './ledger/budgets.ts'
export type { RequestContent } from './ledger/content/request-texts.ts'
export type { BlockDifference, RequestDifference } from './ledger/difference.ts'
export type { ListedRequest, RequestPage } from './ledger/list-requests.ts'
export type { PastRequest, RequestFigures } from './ledger/read-request.ts'
export type { Totals } from './ledger/totals.ts'
export type { UsageDay, UsagePurpose, UsageReport, UsageSums } from './ledger/usage-report.ts'
export { readChat } from './record/read-chat.ts'
export { checkDocuments } from './record/read-documents.ts'
export { findFile } from './record/read-files.ts'
export type { BackgroundJob, BackgroundJobs } from './run/background-jobs.ts'
export type { BrowsedDirectory, Directories, FoundDirectory } from './run/request/environment.ts'
export { checkChanges, checkPrompt, checkSettings, checkWording } from './runtime/check-settings.ts'
export type { EngineErrorCode } from './runtime/engine-error.ts'
export { EngineError } from './runtime/engine-error.ts'
export type { Log } from './runtime/log.ts'
export type { ActiveRun, ChatView } from './view/chat-view.ts'
export type { Compaction } from './view/compaction.ts'
export type { Draft, DraftPart, DraftRetry } from './view/draft.ts'
export type { ChatEvent, Fact, PublishedEvent, WorkspacesChanged } from './view/event.ts'
export type { Question } from './view/question.ts'
export type { FoundMoment, OutlinedBranch, OutlinedMessage, OutlinedTurn, OutlinePage } from './view/read-outline.ts'
export type { EarlierPath } from './view/read-view.ts'
export type { PathWindow } from './view/read-window.ts'
