import type { ChatId, MessageId } from '@stet/history'
import { environmentRef, MESSAGES_SHELF, readPathBackwards, type Store } from '@stet/store'

/** As many as there are chats at work at once, a few times over; what is forgotten is read again. */
const MOST_REMEMBERED = 1000

/** Which directories a model was last told of on the path to a message (H8). */
export interface ToldRoots {
  at(chatId: ChatId, id: MessageId | null): Promise<readonly string[]>
}

/** What was told above a message never changes, so that each turn reads only what came since the one before. */
export function createToldRoots(store: Store): ToldRoots {
  const remembered = new Map<MessageId, readonly string[]>()

  /** The order of the first note of a chat; null when there is none, as in most. */
  async function firstNote(chatId: ChatId): Promise<number | null> {
    const { rows } = await store.list(MESSAGES_SHELF, { by: { ref: environmentRef(chatId) }, limit: 1 })
    return rows[0]?.order ?? null
  }

  async function read(chatId: ChatId, id: MessageId): Promise<readonly string[]> {
    const first = await firstNote(chatId)
    if (first === null) return []
    for await (const { link } of readPathBackwards(store, chatId, id)) {
      if (link === null || link.order < first) return []
      const known = link.role === 'env-changed' ? link.roots : remembered.get(link.id)
      if (known !== undefined) return known
    }
    return []
  }

  return {
    async at(chatId, id) {
      if (id === null) return []
      const roots = await read(chatId, id)
      remembered.delete(id)
      remembered.set(id, roots)
      const oldest = remembered.keys().next()
      if (remembered.size > MOST_REMEMBERED && oldest.done !== true) remembered.delete(oldest.value)
      return roots
    },
  }
}
