export type {
  BlockChange,
  BlockReport,
  BudgetReport,
  CacheReport,
  EarlierReport,
  Fate,
  LayerName,
  MessageChange,
  MessageReport,
  Report,
  Side,
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
  ChatId,
  ChatPlace,
  ChatSettings,
  ChatTitle,
  ChoiceSetting,
  ContextSettings,
  Cost,
  CumulativeSpending,
  Drawing,
  EnvironmentChange,
  ErrorPart,
  FilePart,
  LinkMessage,
  ListedSetting,
  Mark,
  Message,
  MessageId,
  ModelChoice,
  ModelFacts,
  Origin,
  Part,
  PromptValues,
  ProviderCallPart,
  ReasoningPart,
  ReasoningSettings,
  RequestId,
  RunId,
  Setting,
  Settings,
  SettingsOf,
  SourcePart,
  Spending,
  TextPart,
  ToolCallPart,
  ToolChoice,
  ToolOptionValue,
  ToolPolicy,
  ToolResultPart,
  Usage,
  UserMessage,
  UserPart,
  WorkspaceId,
} from '@stet/history'
export { defaultAnswerSettings, defaultWordingSettings, isId } from '@stet/history'
export type { ModelErrorKind, NotApplied, PriceList, Prices } from '@stet/models'
export type { Call, CallState, StoreErrorKind, WaitingMessage } from '@stet/store'
export { StoreError } from '@stet/store'
export type { ToolOption } from '@stet/tools'
export { checkTools } from './calls/check-tools.ts'
export type { ToolFacts } from './calls/toolbox.ts'
export type { Commands } from './commands/command.ts'
export { createCommands } from './commands/command.ts'
export { startingSettings } from './commands/starting-settings.ts'
export { findFacts } from './compaction/read-facts.ts'
export { createEngine } from './create-engine.ts'
export type {
  Answering,
  ChatUsage,
  Engine,
  Inspection,
  InspectQuery,
  ReportChange,
  TokenCount,
  TotalsQuery,
} from './engine.ts'
export { joinDeltas } from './events/join-deltas.ts'
export type { Watcher, Watching } from './events/watch.ts'
export type { PastRequest, RequestFigures } from './ledger/read-request.ts'
export type { RequestContent } from './ledger/request-texts.ts'
export type { Totals } from './ledger/totals.ts'
export { readChat } from './record/read-chat.ts'
export { checkPrompt, checkSettings, checkWording } from './runtime/check-settings.ts'
export type { EngineErrorCode } from './runtime/engine-error.ts'
export { EngineError } from './runtime/engine-error.ts'
export type { Log } from './runtime/log.ts'
export type { ActiveRun, ChatView, Resync, RunState } from './view/chat-view.ts'
export type { Compaction, CompactionChunk, CompactionId } from './view/compaction.ts'
export type { Draft, DraftPart, DraftRetry } from './view/draft.ts'
export type { CallProgress, ChatEntry, ChatEvent, Fact, PublishedEvent } from './view/event.ts'
export { toChatEntry } from './view/event.ts'
export type { Question } from './view/question.ts'
export type { EarlierPath } from './view/read-view.ts'
