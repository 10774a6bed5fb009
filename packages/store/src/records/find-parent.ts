import type { MessageId } from '@stet/history'
import type { ReadRow, Store } from '../store.ts'
import { listRows } from './list-rows.ts'
import { fromMessageRow, MESSAGES_SHELF, underRef } from './messages.ts'

/**
 * What a message hangs on whose row tells nothing any more. A sealed store still finds rows by their refs: each message before it is
 * asked what hangs on it, the nearest first, which is almost always the one.
 */
export async function findParent(store: Store, row: ReadRow): Promise<MessageId | null> {
  const { chatId, id } = fromMessageRow(row)
  const before = { by: { parent: chatId }, after: { order: row.order, id }, reverse: true }
  for await (const candidate of listRows(store, MESSAGES_SHELF, before)) {
    const parentId = fromMessageRow(candidate).id
    if (await isListed(store, underRef(chatId, parentId), id)) return parentId
  }
  if (await isListed(store, underRef(chatId, null), id)) return null
  throw new Error(`nothing says what message ${id} hangs on`)
}

async function isListed(store: Store, ref: string, id: string): Promise<boolean> {
  for await (const row of listRows(store, MESSAGES_SHELF, { by: { ref } })) if (row.id === id) return true
  return false
}
