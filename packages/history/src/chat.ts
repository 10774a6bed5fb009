import type { CallId, ChatId, MessageId, WorkspaceId } from './id.ts'
import type { ModelChoice } from './model.ts'
import type { AnswerSettings } from './settings/answer-settings.ts'
import type { ContextSettings } from './settings/context-settings.ts'
import type { WordingSettings } from './settings/wording-settings.ts'

/** The user's choice about one message (C19, W4). It is saved on the chat; the message is unchanged. */
export type Mark =
  | { readonly kind: 'pinned'; readonly messageId: MessageId }
  | { readonly kind: 'left-out'; readonly messageId: MessageId }
  | { readonly kind: 'released'; readonly messageId: MessageId; readonly blob: string }

/** The checkpoint is not in force on paths that contain `below`. */
export interface Lift {
  readonly checkpoint: MessageId
  readonly below: MessageId
  /** Lifting switches automatic compaction off below it, until the user switches it on again (H6). */
  readonly automaticCompaction: 'off' | 'on'
}

export interface ChatTitle {
  readonly text: string
  readonly by: 'model' | 'person'
}

export interface ChatSettings {
  readonly model: ModelChoice
  /** A template, see `PROMPT_VARIABLES`. */
  readonly systemPrompt: string
  readonly context: ContextSettings
  readonly answer: AnswerSettings
  readonly wording: WordingSettings
  /** In the order in which they are sent to the model. */
  readonly tools: readonly ToolChoice[]
}

/**
 * The system prompt as it was last rendered (W2): when the chat was made, at a checkpoint, or on request. Requests send this, so that no
 * clock and no changing listing moves their prefix.
 */
export interface RenderedPrompt {
  readonly at: number
  /** The system prompt of the settings with its variables filled in. */
  readonly text: string
  /** What each tool adds to it; tools that add nothing are missing. */
  readonly tools: readonly { readonly name: string; readonly text: string }[]
}

/** Which of its workspace's lists a chat is in. */
export type ChatPlace = 'open' | 'pinned' | 'archived'

/** The part of a chat that changes. Its messages never do. */
export interface Chat {
  readonly id: ChatId
  readonly workspaceId: WorkspaceId
  readonly place: ChatPlace
  readonly createdAt: number
  /** When a run last started or ended, only for display; the list is sorted by the row's order. */
  readonly activeAt: number
  readonly title: ChatTitle | null
  readonly settings: ChatSettings
  /** Null until it was rendered: chats of earlier versions, whose prompt is sent as it is written. */
  readonly prompt: RenderedPrompt | null
  /** The message the user chose; the path continues from it to its newest descendant. */
  readonly tip: MessageId | null
  /** Leaves that were shown before, newest first, so that switching back returns to them (H4). */
  readonly recentTips: readonly MessageId[]
  readonly marks: readonly Mark[]
  readonly lifts: readonly Lift[]
  readonly forkedFrom: { readonly chatId: ChatId; readonly messageId: MessageId } | null
  /** The call that this chat works for (T6). Such a chat is in no list, and is deleted with the message that makes the call. */
  readonly calledBy: { readonly chatId: ChatId; readonly callId: CallId } | null
  /** The directories that its tools can reach, in the order in which they were exposed (T7). */
  readonly roots: readonly string[]
  /** When the home begins to delete it: the user deleted it, and until then that can be undone. Null for any other chat. */
  readonly deleteAt: number | null
}

/** The fields of a chat that name messages, and so change when messages are deleted or copied. */
export type ChatReferences = Pick<Chat, 'tip' | 'recentTips' | 'marks' | 'lifts'>

/** Whether a call runs by itself, waits for the user, or is refused. */
export type ToolPolicy = 'auto' | 'confirm' | 'deny'

/** What the user can set about a tool: a switch, a long text, a model. */
export type ToolOptionValue = boolean | string | ModelChoice

/** A tool that a chat offers its model (T1). */
export interface ToolChoice {
  readonly name: string
  /** Null for the tool's own. */
  readonly policy: ToolPolicy | null
  /** Those that differ from the tool's own. */
  readonly options: Readonly<Record<string, ToolOptionValue>>
}
