export { cycleAges, turnAges } from './ages.ts'
export {
  blankChat,
  blankFacts,
  blankFork,
  type Chat,
  type ChatEntry,
  type ChatPlace,
  type ChatSettings,
  type ChatTitle,
  type ContextFile,
  type Lift,
  type Mark,
  type RenderedPrompt,
  type ToolChoice,
  type ToolOptionValue,
  type ToolPolicy,
  toChatEntry,
} from './chat.ts'
export {
  type ActiveCheckpoint,
  activeCheckpoint,
  discardPreview,
  heldBack,
  holdCheckpoint,
  isCompactionOff,
  isStepBoundary,
  liftCheckpoint,
  liftedOn,
  resumeCompaction,
} from './checkpoints/checkpoint.ts'
export {
  redoCheckpointStep,
  undoCheckpointStep,
  withCheckpointStep,
} from './checkpoints/checkpoint-steps.ts'
export { contextSize } from './context-size.ts'
export { deleteSubtree, withoutMessages } from './delete-subtree.ts'
export type { Drawing } from './drawing.ts'
export { announcedRoots, type EnvironmentChange, environmentChange } from './environment.ts'
export { toFileName } from './files/file-name.ts'
export { isExtractable, isTextType, mediaTypeOf, rasterType } from './files/media-type.ts'
export { createForker, type Forker } from './fork.ts'
export {
  type CallId,
  type ChatId,
  CODING_AGENT_PROMPT,
  type FileId,
  type Id,
  isId,
  type McpServerId,
  type MessageId,
  makeId,
  type PromptId,
  type RequestId,
  type RunId,
  type WorkspaceId,
} from './id.ts'
export { inSeconds } from './in-seconds.ts'
export {
  type AnswerEnd,
  type AsideMessage,
  type AssistantMessage,
  type CheckpointMessage,
  type EnvChangedMessage,
  hasToolCalls,
  isAside,
  isCheckpoint,
  type LinkMessage,
  type Message,
  type NewMessage,
  type Origin,
  type Path,
  type RequestedMessage,
  type RequestFacts,
  type Role,
  requestOf,
  type SummaryMessage,
  type ToolResultsMessage,
  toolCallsOf,
  type UnreadableMessage,
  type UserMessage,
} from './message.ts'
export type { ModelChoice, ModelFacts } from './model.ts'
export type {
  ModelRequest,
  NativeCall,
  PlacedEffort,
  PlacedPrompt,
  RequestMessage,
  SystemBlock,
  ToolDeclaration,
} from './model-request.ts'
export type {
  AssistantPart,
  ErrorPart,
  ErrorReply,
  ExtractedText,
  FilePart,
  Json,
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
export { pathOf, pathTo, rememberTip, shownLeaf } from './path.ts'
export { type PlainFact, plainFacts, type ValueOfFact } from './plain-facts.ts'
export type { ProviderRemarks } from './provider-remarks.ts'
export {
  type AnswerSettings,
  answerSettings,
  defaultAnswerSettings,
  offersWebFetch,
  type ReasoningSettings,
  WEB_FETCH,
} from './settings/answer-settings.ts'
export { type ContextSettings, contextSettings, offersRecall, RECALL } from './settings/context-settings.ts'
export { type ModelOverride, modelOverride } from './settings/model-override.ts'
export {
  changeSettings,
  choiceOf,
  choiceValue,
  defaultSettings,
  type ParsedSettings,
  parsePartialSettings,
  parseSettingChanges,
  parseSettings,
  readStoredSettings,
} from './settings/parse-settings.ts'
export { type DefinedType, definedTypes, providerTypes } from './settings/provider-types.ts'
export {
  type Choice,
  type ChoiceSetting,
  declareSettings,
  type ListedSetting,
  listSettings,
  type ModelSetting,
  type NumberRange,
  type NumberSetting,
  type PartialSettingsOf,
  type Setting,
  type SettingChangesOf,
  type Settings,
  type SettingsOf,
  type SwitchSetting,
  type TextSetting,
} from './settings/setting.ts'
export { defaultWordingSettings, type WordingSettings, wordingSettings } from './settings/wording-settings.ts'
export { addSpending, cumulativeSpending, spendingOf } from './spending.ts'
export { formatMessage, messageTemplateErrors } from './templates/message-variables.ts'
export { PROMPT_VARIABLES, type PromptValues, promptValues } from './templates/prompt-variables.ts'
export { fillTemplate, type TemplateVariable, templateErrors } from './templates/template.ts'
export { newestTodos, TODO_STATES, type Todo, todoCallIn, WRITE_TODO } from './todos.ts'
export {
  byOrder,
  childrenOf,
  siblingsOf,
  type Tree,
  treeOf,
} from './tree.ts'
export {
  addUsage,
  type Cost,
  type CumulativeSpending,
  isNormalised,
  noUsage,
  type Spending,
  type Usage,
} from './usage.ts'
