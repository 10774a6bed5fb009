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
  SettingError,
  SettingHelp,
  SettingRange,
  Side,
  UsedTokens,
} from '@stet/context'
export {
  contextSettingsHelp,
  defaultContextSettings,
  FORGET_AFTER,
  inputCost,
  parseContextSettings,
  settingRanges,
} from '@stet/context'
export type {
  AnswerEnd,
  AnswerSettingError,
  AnswerSettings,
  AsideMessage,
  AssistantMessage,
  AssistantPart,
  CallId,
  Chat,
  ChatId,
  ChatSettings,
  ChatTitle,
  ContextSettings,
  Cost,
  CumulativeSpending,
  EnvironmentChange,
  ErrorPart,
  FilePart,
  LinkMessage,
  Mark,
  Message,
  MessageId,
  ModelChoice,
  ModelFacts,
  Origin,
  Part,
  ProviderCallPart,
  ReasoningPart,
  ReasoningSettings,
  RequestId,
  RunId,
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
export {
  answerSettingChoices,
  answerSettingRanges,
  contextSize,
  defaultAnswerSettings,
  isAside,
  isId,
  LONGEST_PREFILL,
  parseAnswerSettings,
} from '@stet/history'
export type { ModelErrorKind, NotApplied, PriceList, Prices } from '@stet/models'
export type { Call, CallState, SettledState, ShownCall, StoreErrorKind, WaitingMessage } from '@stet/store'
export { StoreError } from '@stet/store'
export type { ToolOption } from '@stet/tools'
export { applyEvent } from './apply-event.ts'
export type { ActiveRun, Calls, ChatView, Resync, RunState } from './chat-view.ts'
export { checkAnswerSettings } from './check-answer-settings.ts'
export { checkContext } from './check-context.ts'
export type { Commands, KeyedCommand } from './command.ts'
export { createCommands } from './command.ts'
export type { Compaction, CompactionChunk, CompactionId } from './compaction/compaction.ts'
export type { HomeEngine } from './create-engine.ts'
export { createEngine } from './create-engine.ts'
export type { Directories, FoundDirectory } from './directories.ts'
export type { Draft, DraftPart, DraftPartStart, DraftRetry } from './draft.ts'
export type {
  Answering,
  ApproveCommand,
  ChangeAnswerSettingsCommand,
  ChangeContextCommand,
  ChangeModelCommand,
  ChangeToolsCommand,
  ChooseTipCommand,
  ClearCommand,
  Cleared,
  ContinueCommand,
  DeleteCommand,
  Deleted,
  DenyCommand,
  DismissCommand,
  EarlierPath,
  Engine,
  ExposeCommand,
  ForkCommand,
  Forked,
  LiftCommand,
  MakeTitleCommand,
  MarkCommand,
  PendingCommand,
  RenameCommand,
  Resumed,
  Retried,
  RetryCommand,
  SendCommand,
  Sent,
  StopCommand,
  Stopped,
  SummariseCommand,
  Summarising,
  Watcher,
  Watching,
  WithdrawCommand,
  Withdrawn,
} from './engine.ts'
export type { EngineErrorCode } from './engine-error.ts'
export { EngineError } from './engine-error.ts'
export type { EngineParts } from './engine-room.ts'
export type {
  CallProgress,
  ChatEvent,
  CompactionFact,
  Delta,
  Fact,
  PartDelta,
  PublishedEvent,
  Retry,
  Snapshot,
} from './event.ts'
export type { Inspection, InspectQuery, ReportChange } from './inspection.ts'
export { joinDeltas } from './join-deltas.ts'
export type { Log } from './log.ts'
export type { Pause } from './pause.ts'
export { readChat } from './read-chat.ts'
export type { FoundFacts } from './read-facts.ts'
export { findFacts } from './read-facts.ts'
export type { ChatUsage, TotalsQuery } from './requests/chat-usage.ts'
export type { OtherRequest, PastRequest, RequestFigures } from './requests/past-request.ts'
export type { RequestContent } from './requests/request-content.ts'
export type { Totals } from './requests/totals.ts'
export { LONGEST_TEXT, LONGEST_TITLE } from './text-limits.ts'
export type { ToolFacts } from './toolbox.ts'
