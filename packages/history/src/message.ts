import type { ChatId, MessageId, RequestId, RunId } from './id.ts'
import type { AssistantPart, Json, NativeContent, TextPart, ToolCallPart, ToolResultPart, UserPart } from './part.ts'
import type { CumulativeSpending, Usage } from './usage.ts'

interface Stored {
  readonly id: MessageId
  readonly chatId: ChatId
  readonly parentId: MessageId | null
  /** The owner's sequence number when it was written. "Newest" means the highest order, never the latest `at`. */
  readonly order: number
  /** Milliseconds since the epoch, only for display; clocks jump, so nothing is sorted by it. */
  readonly at: number
  /** Set on a message that a fork copied: its cost belongs to the original chat. */
  readonly copiedFrom: { readonly chatId: ChatId; readonly messageId: MessageId } | null
}

/** Which model answered. Native content is replayed only to the same origin (C7). */
export interface Origin {
  readonly definition: string
  readonly protocol: string
  readonly model: string
}

/** The facts of one request to a model, as received. */
export interface RequestFacts {
  readonly origin: Origin
  readonly requestId: RequestId | null
  readonly rawUsage: Json | null
  /** Null when the provider reported nothing usable. */
  readonly usage: Usage | null
}

export interface UserMessage extends Stored {
  readonly role: 'user'
  /** As the user typed it. */
  readonly parts: readonly UserPart[]
  /** What models read in place of the typed text, fixed when it was sent; absent where that is the same (W1). */
  readonly sent?: string
}

/** Why an answer ended. Anything but `complete` is shown to the user (V2). */
export type AnswerEnd = 'complete' | 'length' | 'refused' | 'failed' | 'stopped' | 'interrupted'

export interface AssistantMessage extends Stored, RequestFacts {
  readonly role: 'assistant'
  readonly parts: readonly AssistantPart[]
  readonly runId: RunId | null
  readonly end: AnswerEnd
  /** Null for an interrupted message, which has no native form. */
  readonly native: NativeContent | null
  /** Milliseconds from the request to its last token. */
  readonly durationMs: number | null
}

/** One message per step: the results of all its calls. */
export interface ToolResultsMessage extends Stored {
  readonly role: 'tool-results'
  readonly parts: readonly ToolResultPart[]
}

/** Directories were exposed or hidden before the next message (H8). */
export interface EnvChangedMessage extends Stored {
  readonly role: 'env-changed'
  readonly roots: readonly string[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly directives: readonly { readonly path: string; readonly text: string }[]
}

/**
 * A message whose row cannot be opened. It is never stored. It stays on the path, so that one corrupt row costs one message
 * and not everything below it.
 */
export interface UnreadableMessage extends Stored {
  readonly role: 'unreadable'
  readonly because: string
}

export interface SystemTitleMessage extends Stored {
  readonly role: 'system-title'
  readonly parts: readonly TextPart[]
}

export interface TitleMessage extends Stored, RequestFacts {
  readonly role: 'title'
  readonly parts: readonly TextPart[]
}

export interface SystemSummaryMessage extends Stored {
  readonly role: 'system-summary'
  readonly parts: readonly TextPart[]
}

export interface SummaryMessage extends Stored {
  readonly role: 'summary'
  readonly parts: readonly TextPart[]
  /** The last message it replaces, which is also its parent. */
  readonly coversThrough: MessageId
  /** `truncated` is the plain truncation that replaces a failed summary (C11); of a long text, the beginning may be summarised. */
  readonly form: 'prose' | 'snapshot' | 'truncated'
  readonly request: RequestFacts | null
}

/** Nothing up to and including its parent is sent. */
export interface ClearMessage extends Stored {
  readonly role: 'clear'
}

/** What was spent when messages were deleted: an audit record, the one exception to "raw facts only" (H7). */
export interface AccountingMessage extends Stored {
  readonly role: 'accounting'
  readonly reason: string
  readonly removedMessages: number
  /** The path to the parent, earlier accounting there, and the deleted subtree. */
  readonly cumulative: CumulativeSpending
  /** The deleted subtree alone: what an accounting message further down, made earlier, does not contain. */
  readonly removed: CumulativeSpending
}

/** A message that can have children. */
export type LinkMessage = UserMessage | AssistantMessage | ToolResultsMessage | EnvChangedMessage | UnreadableMessage
/** A message without children, beside the path: titles, checkpoints, accounting. */
export type AsideMessage =
  | SystemTitleMessage
  | TitleMessage
  | SystemSummaryMessage
  | SummaryMessage
  | ClearMessage
  | AccountingMessage

export type CheckpointMessage = SummaryMessage | ClearMessage
export type Message = LinkMessage | AsideMessage
export type Role = Message['role']

type WithoutOrder<M> = M extends Message ? Omit<M, 'order'> : never
/** A message before the store gave it its order. */
export type NewMessage = WithoutOrder<Exclude<Message, UnreadableMessage>>

/**
 * Messages from an ancestor down to a tip, each followed by its asides, oldest first. It may be a suffix of a longer path: its
 * first message then has a parent that is not in it.
 */
export type Path = readonly Message[]

export function isAside(message: Message): message is AsideMessage {
  switch (message.role) {
    case 'system-title':
    case 'title':
    case 'system-summary':
    case 'summary':
    case 'clear':
    case 'accounting':
      return true
    case 'user':
    case 'assistant':
    case 'tool-results':
    case 'env-changed':
    case 'unreadable':
      return false
  }
}

export function isCheckpoint(message: Message): message is CheckpointMessage {
  return message.role === 'summary' || message.role === 'clear'
}

/** The tool calls of a message; none for anything but an assistant message. */
export function toolCallsOf(message: Message): readonly ToolCallPart[] {
  if (message.role !== 'assistant') return []
  return message.parts.filter(part => part.kind === 'tool-call')
}

/** Whether a message has tool calls, and so opens a step that its results close. */
export function hasToolCalls(message: Message): boolean {
  return message.role === 'assistant' && message.parts.some(part => part.kind === 'tool-call')
}

/** A message that a request to a model may have made. */
export type RequestedMessage = AssistantMessage | TitleMessage | SummaryMessage

/** The facts of the request that made a message; null when no request made it. */
export function requestOf(message: Message): RequestFacts | null {
  switch (message.role) {
    case 'assistant':
    case 'title':
      return message
    case 'summary':
      return message.request
    case 'user':
    case 'tool-results':
    case 'env-changed':
    case 'unreadable':
    case 'system-title':
    case 'system-summary':
    case 'clear':
    case 'accounting':
      return null
  }
}
