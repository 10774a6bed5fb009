export type { Chat, ChatPlace, ChatSettings, ChatTitle, Lift, Mark, ModelChoice } from './chat.ts'
export type { CallId, ChatId, Id, MessageId, RequestId, RunId, WorkspaceId } from './id.ts'
export { isId, makeId } from './id.ts'
export type { Json } from './json.ts'
export type {
  AccountingMessage,
  AnswerEnd,
  AsideMessage,
  AssistantMessage,
  CheckpointMessage,
  ClearMessage,
  EnvChangedMessage,
  LinkMessage,
  Message,
  NewMessage,
  Origin,
  Path,
  RequestFacts,
  Role,
  SummaryMessage,
  SystemSummaryMessage,
  SystemTitleMessage,
  TitleMessage,
  ToolResultsMessage,
  UnreadableMessage,
  UserMessage,
} from './message.ts'
export { isAside, isCheckpoint } from './message.ts'
export type { ModelFacts } from './model-facts.ts'
export type { ModelRequest, RequestMessage, SystemBlock, ToolDeclaration } from './model-request.ts'
export type {
  AssistantPart,
  ErrorPart,
  FilePart,
  NativeContent,
  Part,
  ReasoningPart,
  SourcePart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  UserPart,
} from './part.ts'
export type { Cost, CumulativeSpending, Spending, Usage } from './usage.ts'
