import { type ChatId, hasToolCalls, isAside, type Message, type MessageId, type Path } from '@stet/history'
import { findAbove, fromMessageRow, MESSAGES_SHELF, type Store } from '@stet/store'
import { isUnwritten } from './path-tail.ts'

/** Several times the number of chats in use at once. A forgotten chat is searched again. */
const MOST_CHATS = 64

/** Finds single messages far up a path without reading what is between: pinned ones, and those below which a checkpoint is lifted. */
export interface MessagesAbove {
  /** Those of the wanted messages that are above the end of a path, with the rest of their steps, in order. */
  find(chatId: ChatId, end: Path, wanted: readonly MessageId[]): Promise<Path>
}

/** What is known about a message. It never goes stale, because messages keep their parents. */
interface Known {
  /** The end of the path that was searched. */
  readonly below: MessageId
  /** Itself and the rest of its step; empty when it is not above. */
  readonly step: readonly MessageId[]
}

/** The first search in a chat follows all its parents. After that, each turn reads only the messages that it finds. */
export function createMessagesAbove(store: Store): MessagesAbove {
  const chats = new Map<ChatId, Map<MessageId, Known>>()

  function knownIn(chatId: ChatId): Map<MessageId, Known> {
    const known = chats.get(chatId) ?? new Map<MessageId, Known>()
    chats.delete(chatId)
    chats.set(chatId, known)
    const oldest = chats.keys().next()
    if (chats.size > MOST_CHATS && oldest.done !== true) chats.delete(oldest.value)
    return known
  }

  async function search(chatId: ChatId, end: Path, wanted: readonly MessageId[]): Promise<void> {
    const saved = end.filter(message => !isAside(message) && !isUnwritten(message))
    const [first, last] = [saved[0], saved.at(-1)]
    if (first === undefined || last === undefined || wanted.length === 0) return
    const rows = (await store.getMany(MESSAGES_SHELF, wanted)).filter(row => row !== null)
    const orders = new Map<string, number>(rows.map(({ id, order }) => [id, order]))
    const above = await findAbove(store, first, new Set(orders.keys()), Math.min(...orders.values()))
    const known = knownIn(chatId)
    for (const id of wanted) {
      const child = above.get(id)
      if (child !== undefined) known.set(id, { below: last.id, step: await readStep(id, child) })
      // A newer message that is not above this end may be above a later one.
      else if ((orders.get(id) ?? 0) < last.order) known.set(id, { below: last.id, step: [] })
    }
  }

  /** A message with the calls or the results that belong to it. */
  async function readStep(id: MessageId, child: MessageId): Promise<readonly MessageId[]> {
    const [message, below] = await read([id, child])
    if (message === undefined) return [id]
    if (hasToolCalls(message)) return below?.role === 'tool-results' ? [id, child] : [id]
    if (message.role !== 'tool-results' || message.parentId === null) return [id]
    return [message.parentId, id]
  }

  async function read(ids: readonly MessageId[]): Promise<readonly Message[]> {
    const rows = await store.getMany(MESSAGES_SHELF, ids)
    return rows.flatMap(row => (row === null ? [] : [fromMessageRow(row)]))
  }

  return {
    async find(chatId, end, wanted) {
      const ids = new Set(end.map(({ id }) => id))
      const missing = wanted.filter(id => !ids.has(id))
      if (missing.length === 0 || (end[0]?.parentId ?? null) === null) return []
      const known = knownIn(chatId)
      const unknown = missing.filter(id => {
        const { below } = known.get(id) ?? {}
        return below === undefined || !ids.has(below)
      })
      await search(chatId, end, unknown)
      const steps = new Set(missing.flatMap(id => known.get(id)?.step ?? []))
      const messages = await read([...steps].filter(id => !ids.has(id)))
      return messages.toSorted((one, other) => one.order - other.order)
    },
  }
}
