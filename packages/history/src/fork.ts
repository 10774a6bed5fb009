import type { Chat, ChatReferences } from './chat.ts'
import type { CallId, ChatId, MessageId } from './id.ts'
import { isAside, type Message, type NewMessage } from './message.ts'
import type { AssistantPart, ToolResultPart } from './part.ts'

export interface ForkOptions {
  /** The new chat. */
  readonly chatId: ChatId
  readonly newMessageId: () => MessageId
  readonly newCallId: () => CallId
}

/** Copies a path into a new chat, message by message, remembering no more than ids (H5). */
export interface Forker {
  /**
   * The copy of a message, or null for one that is left behind. Pass the whole path by ascending order: checkpoints and the
   * context size depend on which message is newest.
   */
  copy(message: Message): NewMessage | null
  /** The references of the new chat, once the path is copied through the message it was forked from. */
  references(source: Chat, through: MessageId): ChatReferences & Pick<Chat, 'forkedFrom'>
  /** How many messages were left behind so far: accounting of deleted messages, and unreadable ones. */
  leftBehind(): { readonly accounting: number; readonly unreadable: number }
}

export function createForker({ chatId, newMessageId, newCallId }: ForkOptions): Forker {
  const copies = new Map<MessageId, MessageId>()
  /** The children of an unreadable message become children of the copy above it. */
  const standIns = new Map<MessageId, MessageId | null>()
  const openCalls = new Map<CallId, CallId>()
  let accounting = 0
  let unreadable = 0

  function copyOf(id: MessageId | null): MessageId | null {
    if (id === null) return null
    const copy = copies.get(id) ?? standIns.get(id)
    if (copy === undefined) throw new Error(`message ${id} was not copied before its children`)
    return copy
  }

  function withNewCall(part: AssistantPart): AssistantPart {
    if (part.kind !== 'tool-call') return part
    const callId = newCallId()
    openCalls.set(part.callId, callId)
    return { ...part, callId }
  }

  function withCopiedCall(part: ToolResultPart): ToolResultPart {
    // The results of an unreadable message's calls are copied too; their calls are gone, so any new id will do.
    const callId = openCalls.get(part.callId) ?? newCallId()
    openCalls.delete(part.callId)
    return { ...part, callId }
  }

  function copy(message: Message): NewMessage | null {
    if (message.role === 'accounting') {
      accounting += 1
      return null
    }
    const parentId = copyOf(message.parentId)
    if (message.role === 'unreadable') {
      standIns.set(message.id, parentId)
      unreadable += 1
      return null
    }
    if (isAside(message) && parentId === null) {
      // Its parent was an unreadable root, and an aside needs a parent.
      unreadable += 1
      return null
    }
    const id = newMessageId()
    copies.set(message.id, id)
    const { order: _, ...kept } = message
    const moved = { id, chatId, parentId, copiedFrom: { chatId: message.chatId, messageId: message.id } }
    switch (kept.role) {
      case 'assistant':
        return { ...kept, ...moved, parts: kept.parts.map(withNewCall) }
      case 'tool-results':
        return { ...kept, ...moved, parts: kept.parts.map(withCopiedCall) }
      case 'summary': {
        const coversThrough = copyOf(kept.coversThrough)
        if (coversThrough === null) throw new Error(`summary ${message.id} covers what was not copied`)
        return { ...kept, ...moved, coversThrough }
      }
      case 'user':
      case 'env-changed':
      case 'system-title':
      case 'title':
      case 'system-summary':
      case 'clear':
        return { ...kept, ...moved }
    }
  }

  function references(source: Chat, through: MessageId): ChatReferences & Pick<Chat, 'forkedFrom'> {
    return {
      tip: copyOf(through),
      recentTips: [],
      marks: source.marks.flatMap(mark => {
        const messageId = copies.get(mark.messageId)
        return messageId === undefined ? [] : [{ ...mark, messageId }]
      }),
      lifts: source.lifts.flatMap(lift => {
        const checkpoint = copies.get(lift.checkpoint)
        const below = copies.get(lift.below) ?? standIns.get(lift.below) ?? null
        return checkpoint === undefined || below === null ? [] : [{ ...lift, checkpoint, below }]
      }),
      // Undoing reaches back to what was done in this chat.
      checkpointSteps: { done: [], undone: [] },
      forkedFrom: { chatId: source.id, messageId: through },
    }
  }

  return { copy, references, leftBehind: () => ({ accounting, unreadable }) }
}
