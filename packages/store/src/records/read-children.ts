import { type ChatId, isAside, type Message, type MessageId } from '@stet/history'
import type { Store } from '../store.ts'
import { listRows } from './list-rows.ts'
import { fromMessageRow, MESSAGES_SHELF, underRef } from './messages.ts'

/** What hangs on a message, asides included, oldest first; for null, the roots of the chat. */
export async function readChildren(
  store: Store,
  chatId: ChatId,
  parentId: MessageId | null,
): Promise<readonly Message[]> {
  const children: Message[] = []
  for await (const row of listRows(store, MESSAGES_SHELF, { by: { ref: underRef(chatId, parentId) } })) {
    const message = fromMessageRow(row)
    children.push(message.role === 'unreadable' ? { ...message, parentId } : message)
  }
  return children
}

/** The branches at the place of a message, itself included, oldest first (H4). */
export async function readSiblingIds(
  store: Store,
  message: Pick<Message, 'chatId' | 'parentId'>,
): Promise<readonly MessageId[]> {
  const children = await readChildren(store, message.chatId, message.parentId)
  return children.filter(child => !isAside(child)).map(child => child.id)
}
