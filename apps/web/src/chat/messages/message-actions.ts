import type { MessageId, UserMessage } from '@stet/api/client'
import { createContext } from 'react'

/** What can be done with a message of the shown path. The provider of these functions shows their errors. */
export interface MessageActions {
  /** All branches at the message's place, itself included, oldest first; empty where it is the only one. */
  readonly siblingsOf: (messageId: MessageId) => readonly MessageId[]
  /** Whether an answer is being written at the end of the path, which forbids another there. */
  readonly writing: boolean
  readonly retry: (messageId: MessageId) => void
  /** Asks for a model, makes it the chat's, and has it answer again. */
  readonly retryWith: (messageId: MessageId) => void
  /** Whether the answer is the last message, so that it can be continued. */
  readonly isLast: (messageId: MessageId) => boolean
  readonly goOn: (messageId: MessageId) => void
  readonly edit: (message: UserMessage) => void
  readonly choose: (messageId: MessageId) => void
  /** Shows two branches beside each other. */
  readonly compare: (one: MessageId, other: MessageId) => void
  readonly fork: (messageId: MessageId) => void
  readonly remove: (messageId: MessageId) => void
  /** The message as it is stored, as JSON (H9). */
  readonly dump: (messageId: MessageId) => string
  /** What it says, as Markdown (H9). */
  readonly markdown: (messageId: MessageId) => string
  readonly lift: (checkpointId: MessageId, act: 'lift' | 'hold' | 'resume-compaction' | 'discard') => void
  readonly isLifted: (checkpointId: MessageId) => boolean
  /** The sentences of a message that survive every summary. */
  readonly keptOf: (messageId: MessageId) => readonly string[]
  readonly keepText: (messageId: MessageId, text: string, keep: boolean) => void
}

export const MessageActionsContext = createContext<MessageActions | null>(null)
