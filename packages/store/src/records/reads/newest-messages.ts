import { type AsideMessage, type ChatId, isAside, type Message, type MessageId } from '@stet/history'
import type { Cursor, ReadRow, Store } from '../../contract/store.ts'
import { takeTurns } from '../../contract/take-turns.ts'
import { fromMessageRow, MESSAGES_SHELF } from '../messages.ts'

/** A message, with its row if it is unreadable: finding its parent needs the row. */
export interface Found {
  readonly row: ReadRow | null
  readonly message: Message
  /** As it is stored. */
  readonly bytes: number
}

/**
 * The messages of a chat from one on, with none missing between the first and the last. Kept between reads, it spares reading them again,
 * because messages never change. Who removes messages of the chat has to drop it.
 */
export interface NewestMessages {
  get(id: MessageId): Found | undefined
  /** What hangs on a message, oldest first. Complete for every message that `get` finds. */
  asidesOf(id: MessageId): readonly AsideMessage[]
  /** Reads what was written since the last read. */
  catchUp(): Promise<void>
  /** Reads the page before the first message; nothing when the chat begins with it. */
  readEarlier(): Promise<void>
  /** Lets go of a message that is not asked for again. */
  release(id: MessageId): void
  /** Whether all of its messages are readable. */
  isReadable(): boolean
  /** Keeps this many of the newest. */
  trim(most: number): void
}

const PAGE = 200

/** With a cursor, those before it. */
export function createNewestMessages(store: Store, chatId: ChatId, before: Cursor | null = null): NewestMessages {
  const found = new Map<string, Found>()
  const asides = new Map<MessageId | null, readonly AsideMessage[]>()
  let first = before
  let last: Cursor | null = null
  let isWhole = false
  let isReadable = true
  let reading = 0

  function add({ row, message, bytes }: Found, isEarlier: boolean): void {
    // Two reads at once may meet the same page.
    if (found.has(message.id)) return
    found.set(message.id, { row: message.role === 'unreadable' ? row : null, message, bytes })
    if (message.role === 'unreadable') isReadable = false
    if (!isAside(message)) return
    const known = asides.get(message.parentId) ?? []
    asides.set(message.parentId, isEarlier ? [message, ...known] : [...known, message])
  }

  async function earlier(): Promise<void> {
    if (isWhole) return
    await takeTurns()
    const query = { by: { parent: chatId }, limit: PAGE, reverse: true }
    const { rows, next } = await store.list(MESSAGES_SHELF, first === null ? query : { ...query, after: first })
    for (const row of rows) add(toFound(row), true)
    last ??= placeOf(rows[0])
    first = next
    isWhole = next === null
  }

  async function later(): Promise<void> {
    // A chat that had no message: all of them are new.
    if (last === null) isWhole = false
    while (last !== null) {
      const query = { by: { parent: chatId }, limit: PAGE, after: last }
      const { rows, next } = await store.list(MESSAGES_SHELF, query)
      for (const row of rows) add(toFound(row), false)
      last = placeOf(rows.at(-1)) ?? last
      if (next === null) break
    }
  }

  async function counted(read: () => Promise<void>): Promise<void> {
    reading += 1
    try {
      await read()
    } finally {
      reading -= 1
    }
  }

  return {
    get: id => found.get(id),
    asidesOf: id => asides.get(id) ?? [],
    catchUp: () => counted(later),
    readEarlier: () => counted(earlier),
    release(id) {
      found.delete(id)
      asides.delete(id)
    },
    isReadable: () => isReadable,
    trim(most) {
      // Newer messages were dropped meanwhile: adding this page would leave a gap, and lack asides.
      if (found.size <= most || reading > 0) return
      const newest = [...found.values()].sort((one, other) => other.message.order - one.message.order).slice(0, most)
      found.clear()
      asides.clear()
      for (const each of newest) add(each, true)
      first = placeOf(newest.at(-1)?.message)
      isWhole = false
    },
  }
}

/** About how many bytes a row takes in an answer. */
export function bytesOf(row: ReadRow): number {
  return 'body' in row ? row.body.length : 0
}

export function toFound(row: ReadRow): Found {
  return { row, message: fromMessageRow(row), bytes: bytesOf(row) }
}

function placeOf(row: Cursor | undefined): Cursor | null {
  return row === undefined ? null : { order: row.order, id: row.id }
}
