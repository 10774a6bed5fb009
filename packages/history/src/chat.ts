import type { AnswerSettings } from './answer-settings.ts'
import type { ContextSettings } from './context-settings.ts'
import type { CallId, ChatId, MessageId, WorkspaceId } from './id.ts'
import type { ModelChoice } from './model-choice.ts'
import type { ToolChoice } from './tool-choice.ts'

/** A choice of the person about one message (C19, W4). It stands on the chat; the message is unchanged. */
export type Mark =
  | { readonly kind: 'pinned'; readonly messageId: MessageId }
  | { readonly kind: 'left-out'; readonly messageId: MessageId }
  | { readonly kind: 'released'; readonly messageId: MessageId; readonly blob: string }

/** The checkpoint does not hold on paths that contain `below`. */
export interface Lift {
  readonly checkpoint: MessageId
  readonly below: MessageId
  /** Lifting switches automatic compaction off below it, until a person switches it on again (H6). */
  readonly automaticCompaction: 'off' | 'on'
}

export interface ChatTitle {
  readonly text: string
  readonly by: 'model' | 'person'
}

export interface ChatSettings {
  readonly model: ModelChoice
  readonly systemPrompt: string
  readonly context: ContextSettings
  readonly answer: AnswerSettings
  /** In the order in which the model is told of them. */
  readonly tools: readonly ToolChoice[]
}

/** Where a chat stands in its workspace's list. */
export type ChatPlace = 'open' | 'pinned' | 'archived'

/** What changes about a chat. Its messages never do. */
export interface Chat {
  readonly id: ChatId
  readonly workspaceId: WorkspaceId
  readonly place: ChatPlace
  readonly createdAt: number
  /** When a run last started or ended, for people to read; the list is sorted by the row's order. */
  readonly activeAt: number
  readonly title: ChatTitle | null
  readonly settings: ChatSettings
  /** The message a person chose; the path continues from it to its newest descendant. */
  readonly tip: MessageId | null
  /** Leaves that were shown before, newest first, so that switching back returns to where one was (H4). */
  readonly recentTips: readonly MessageId[]
  readonly marks: readonly Mark[]
  readonly lifts: readonly Lift[]
  readonly forkedFrom: { readonly chatId: ChatId; readonly messageId: MessageId } | null
  /** The call that this chat works for (T6). Such a chat is in no list, and goes with the message that makes the call. */
  readonly calledBy: { readonly chatId: ChatId; readonly callId: CallId } | null
  /** The directories that its tools can reach, in the order in which they were exposed (T7). */
  readonly roots: readonly string[]
}

/** What of a chat names messages, and so follows when messages go or are copied. */
export type ChatReferences = Pick<Chat, 'tip' | 'recentTips' | 'marks' | 'lifts'>
