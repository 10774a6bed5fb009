import { type ChatId, isAside, type MessageId } from '@stet/history'
import type { Cursor, ReadRow, Store } from '../../contract/store.ts'
import { fromMessageRow, MESSAGES_SHELF, parentFromRefs, toMessageId, underRef } from '../messages.ts'
import { listRows } from './list-rows.ts'

/** The parent of a message, by the refs of its row alone. Those of an unreadable row may be damaged or lost too: then it is searched for. */
export async function parentOf(store: Store, row: ReadRow): Promise<MessageId | null> {
  const known = parentFromRefs(row)
  if (known !== undefined && (!('unreadable' in row) || (await isThere(store, row, known)))) return known
  const { chatId, id } = fromMessageRow(row)
  const listed = await findListing(store, chatId, { order: row.order, id })
  return listed === undefined ? linkBefore(store, chatId, { order: row.order, id }) : listed
}

/**
 * The newest link before a place in a chat: the likeliest parent of what is there when nothing says which it was. Without one, what is lost would
 * take everything above it along.
 */
export async function linkBefore(store: Store, chatId: ChatId, place: Cursor): Promise<MessageId | null> {
  for await (const row of listRows(store, MESSAGES_SHELF, { by: { parent: chatId }, after: place, reverse: true })) {
    const message = fromMessageRow(row)
    if (!isAside(message)) return message.id
  }
  return null
}

async function isThere(store: Store, row: ReadRow, parentId: MessageId | null): Promise<boolean> {
  const { chatId } = fromMessageRow(row)
  if (parentId === null) return row.refs.includes(underRef(chatId, null))
  return (await store.get(MESSAGES_SHELF, parentId))?.parent === chatId
}

/**
 * A store still finds rows by their refs, also a sealed one: the children of each earlier message are listed, nearest first, which is almost
 * always the one. Undefined when none lists it.
 */
async function findListing(store: Store, chatId: ChatId, place: Cursor): Promise<MessageId | null | undefined> {
  const before = { by: { parent: chatId }, after: place, reverse: true }
  for await (const candidate of listRows(store, MESSAGES_SHELF, before)) {
    const parentId = toMessageId(candidate.id)
    if (await isListed(store, underRef(chatId, parentId), place.id)) return parentId
  }
  return (await isListed(store, underRef(chatId, null), place.id)) ? null : undefined
}

async function isListed(store: Store, ref: string, id: string): Promise<boolean> {
  for await (const row of listRows(store, MESSAGES_SHELF, { by: { ref } })) if (row.id === id) return true
  return false
}
