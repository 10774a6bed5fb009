export type { AnswerSettings, ReasoningSettings } from './answer-settings.ts'
export { defaultAnswerSettings } from './answer-settings.ts'
export type {
  Chat,
  ChatPlace,
  ChatReferences,
  ChatSettings,
  ChatTitle,
  Lift,
  Mark,
} from './chat.ts'
export type { ActiveCheckpoint } from './checkpoint.ts'
export { activeCheckpoint } from './checkpoint.ts'
export { chooseTip, rememberTip } from './choose-tip.ts'
export type { ContextSettings } from './context-settings.ts'
export { contextSize } from './context-size.ts'
export { cumulativeSpending } from './cumulative-spending.ts'
export { cycleAges, lastUserIndex } from './cycle.ts'
export type { Deletion, NewAccounting } from './delete-subtree.ts'
export { deleteSubtree, withoutMessages } from './delete-subtree.ts'
export type { EnvironmentChange } from './environment.ts'
export { environmentChange, rootsToldIn } from './environment.ts'
export type { Forker, ForkOptions } from './fork.ts'
export { createForker } from './fork.ts'
export type { CallId, ChatId, Id, MessageId, RequestId, RunId, WorkspaceId } from './id.ts'
export { isId, makeId } from './id.ts'
export type { Json } from './json.ts'
export { isCompactionOff, isLifted, liftCheckpoint, liftedOn, resumeCompaction, unliftCheckpoint } from './lift.ts'
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
export type { ModelChoice } from './model-choice.ts'
export type { ModelFacts } from './model-facts.ts'
export type { ModelRequest, NativeCall, RequestMessage, SystemBlock, ToolDeclaration } from './model-request.ts'
export { newestDescendant, newestLink } from './newest-descendant.ts'
export type { AnswerSettingError, ParsedAnswerSettings } from './parse-answer-settings.ts'
export {
  answerSettingChoices,
  answerSettingRanges,
  LONGEST_PREFILL,
  parseAnswerSettings,
} from './parse-answer-settings.ts'
export type {
  AssistantPart,
  ErrorPart,
  FilePart,
  NativeContent,
  Part,
  ProviderCallPart,
  ReasoningPart,
  SourcePart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  UserPart,
} from './part.ts'
export { lastLink, pathOf, pathTo, shownLeaf } from './path.ts'
export type { RequestedMessage } from './request-of.ts'
export { requestOf } from './request-of.ts'
export type { Siblings } from './siblings-of.ts'
export { siblingsOf } from './siblings-of.ts'
export type { CostOf } from './spending.ts'
export { addSpending, nothingSpent, spendingOf } from './spending.ts'
export { isWithin, subtreeOf } from './subtree-of.ts'
export type { ToolChoice, ToolOptionValue, ToolPolicy } from './tool-choice.ts'
export { hasToolCalls, isStepBoundary, toolCallsOf } from './tool-step.ts'
export type { Tree } from './tree.ts'
export { asidesOf, byOrder, childrenOf, treeOf } from './tree.ts'
export { isConclusion, turnAges } from './turn.ts'
export type { Cost, CumulativeSpending, Spending, Usage } from './usage.ts'
export { addUsage, isNormalised, noUsage } from './usage.ts'
