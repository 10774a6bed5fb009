import type { ChatId, Message, MessageId, Path } from '@stet/history'

/** More chats than are in use at once. */
const MOST_CHATS = 16
/** Of one chat. */
const MOST_MESSAGES = 4000

/**
 * The message objects of earlier reads, because context remembers fingerprints by object. Without it an inspection in a chat of 800 messages
 * and 1.2 million characters took 32 ms of CPU in place of 26.
 */
export interface KnownMessages {
  /** The path with the objects of earlier reads where they are the same. */
  same(chatId: ChatId, path: Path): Path
}

export function createKnownMessages(): KnownMessages {
  const chats = new Map<ChatId, ReadonlyMap<MessageId, Message>>()
  return {
    same(chatId, path) {
      if (path.length === 0) return path
      const known = chats.get(chatId)
      const messages = path.map(message => {
        const before = known?.get(message.id)
        // A message that is not written yet has another order than it will have.
        return before !== undefined && before.order === message.order && before.role === message.role ? before : message
      })
      chats.delete(chatId)
      chats.set(chatId, new Map(messages.slice(-MOST_MESSAGES).map(message => [message.id, message])))
      const oldest = chats.keys().next()
      if (chats.size > MOST_CHATS && oldest.done !== true) chats.delete(oldest.value)
      return messages
    },
  }
}
