import { type ChatId, isAside, type Message, type MessageId } from '@stet/history'
import type { Store } from '../../contract/store.ts'
import { fromMessageRow, MESSAGES_SHELF, underRef } from '../messages.ts'
import { listRows } from './list-rows.ts'

/** Enough for all children of nearly every message. The few with more are read on, page by page. */
const MOST_CHILDREN = 8

/** The children of a message, asides included, oldest first; for null, the roots of the chat. */
export async function readChildren(
  store: Store,
  chatId: ChatId,
  parentId: MessageId | null,
): Promise<readonly Message[]> {
  const children: Message[] = []
  for await (const row of listRows(store, MESSAGES_SHELF, { by: { ref: underRef(chatId, parentId) } })) {
    children.push(withParent(fromMessageRow(row), parentId))
  }
  return children
}

/** `readChildren` of many messages, in their order, with one read of the store. */
export async function readManyChildren(
  store: Store,
  chatId: ChatId,
  parentIds: readonly (MessageId | null)[],
): Promise<readonly (readonly Message[])[]> {
  const queries = parentIds.map(parentId => ({ by: { ref: underRef(chatId, parentId) }, limit: MOST_CHILDREN }))
  const pages = await store.listMany(MESSAGES_SHELF, queries)
  return Promise.all(
    pages.map(({ rows, next }, at) => {
      const parentId = parentIds[at] ?? null
      if (next !== null) return readChildren(store, chatId, parentId)
      return rows.map(row => withParent(fromMessageRow(row), parentId))
    }),
  )
}

/** The ids of a message's siblings, itself included, oldest first (H4). */
export async function readSiblingIds(
  store: Store,
  message: Pick<Message, 'chatId' | 'parentId'>,
): Promise<readonly MessageId[]> {
  return toLinkIds(await readChildren(store, message.chatId, message.parentId))
}

/**
 * `readSiblingIds` of many messages, in their order. Most have no sibling, which the heads show without reading a body: two reads of the
 * store answer for a whole path.
 */
export async function readManySiblingIds(
  store: Store,
  chatId: ChatId,
  messages: readonly Pick<Message, 'id' | 'parentId'>[],
): Promise<readonly (readonly MessageId[])[]> {
  const queries = messages.map(({ parentId }) => ({ by: { ref: underRef(chatId, parentId) }, limit: 2 }))
  const pages = await store.listHeads(MESSAGES_SHELF, queries)
  const shared = messages.filter((message, at) => pages[at]?.heads.some(({ id }) => id !== message.id))
  const children = await readManyChildren(
    store,
    chatId,
    shared.map(({ parentId }) => parentId),
  )
  const siblings = new Map(shared.map(({ id }, at) => [id, toLinkIds(children[at] ?? [])]))
  return messages.map(({ id }) => siblings.get(id) ?? [id])
}

function toLinkIds(children: readonly Message[]): readonly MessageId[] {
  return children.filter(child => !isAside(child)).map(child => child.id)
}

function withParent(message: Message, parentId: MessageId | null): Message {
  return message.role === 'unreadable' ? { ...message, parentId } : message
}
