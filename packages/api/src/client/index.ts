export type { ChatPage, ListedChat } from '@stet/desk'
export type {
  AnswerEnd,
  AsideMessage,
  AssistantMessage,
  AssistantPart,
  CallId,
  Chat,
  ChatEvent,
  ChatId,
  ChatSettings,
  ChatTitle,
  ChatView,
  Draft,
  DraftPart,
  EarlierPath,
  ErrorPart,
  LinkMessage,
  Message,
  MessageId,
  ModelChoice,
  Origin,
  Part,
  ReasoningPart,
  Resync,
  RunId,
  RunState,
  Sent,
  Stopped,
  TextPart,
  ToolCallPart,
  Usage,
  UserMessage,
  UserPart,
  WorkspaceId,
} from '@stet/engine'
export { applyEvent, isAside, LONGEST_TITLE } from '@stet/engine'
export { ApiError } from './api-error.ts'
export type { Client, ClientOptions } from './create-client.ts'
export { createClient } from './create-client.ts'
export type { Watch, WatchOptions, WatchState } from './watch.ts'
