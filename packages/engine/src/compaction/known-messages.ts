import type { ChatId, Message, Path } from '@stet/history'
import { createNewestMessages, type NewestMessages, type Store } from '@stet/store'

/** More chats than are in use at once. */
const MOST_CHATS = 16
/** Of one chat. */
const MOST_MESSAGES = 4000

/**
 * The message objects of earlier reads: they are not read and parsed again, which was two thirds of a turn in a chat of 800 messages, and
 * context remembers fingerprints by object.
 */
export interface KnownMessages {
  /** The newest known messages of a chat, for reading its path. */
  of(chatId: ChatId): NewestMessages
  /** Call it after messages of a chat were removed. */
  forget(chatId: ChatId): void
  /** The path with the objects of earlier reads where they are the same. */
  same(chatId: ChatId, path: Path): Path
  /** How many links of a chat its last request depended on; 0 where that is not known. */
  linksNeeded(chatId: ChatId): number
  noteNeeded(chatId: ChatId, links: number): void
}

export function createKnownMessages(store: Store): KnownMessages {
  const chats = new Map<ChatId, Map<string, Message>>()
  const newest = new Map<ChatId, NewestMessages>()
  const needed = new Map<ChatId, number>()
  return {
    of(chatId) {
      const before = newest.get(chatId)
      // A row that cannot be read now may be readable later.
      const known = before?.isReadable() === true ? before : createNewestMessages(store, chatId)
      known.trim(MOST_MESSAGES)
      newest.delete(chatId)
      newest.set(chatId, known)
      const oldest = newest.keys().next()
      if (newest.size > MOST_CHATS && oldest.done !== true) newest.delete(oldest.value)
      return known
    },
    forget: chatId => {
      newest.delete(chatId)
    },
    same(chatId, path) {
      if (path.length === 0) return path
      const known = chats.get(chatId) ?? new Map<string, Message>()
      const messages = path.map(message => {
        const before = known.get(message.id)
        // A message that is not written yet has another order than it will have.
        if (before !== undefined && before.order === message.order && before.role === message.role) return before
        known.set(message.id, message)
        return message
      })
      // A path is read in parts, the end first: what is above it must stay known.
      for (const id of known.keys()) {
        if (known.size <= MOST_MESSAGES) break
        known.delete(id)
      }
      chats.delete(chatId)
      chats.set(chatId, known)
      const oldest = chats.keys().next()
      if (chats.size > MOST_CHATS && oldest.done !== true) {
        chats.delete(oldest.value)
        needed.delete(oldest.value)
      }
      return messages
    },
    linksNeeded: chatId => needed.get(chatId) ?? 0,
    noteNeeded(chatId, links) {
      // Only of chats that are remembered, so that this map does not grow either.
      if (chats.has(chatId)) needed.set(chatId, Math.min(links, MOST_MESSAGES))
    },
  }
}
