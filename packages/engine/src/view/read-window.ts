import { type Chat, type ChatId, isAside, type MessageId } from '@stet/history'
import {
  bytesOf,
  fromMessageRow,
  listRows,
  MESSAGES_SHELF,
  parentOf,
  type ReadRow,
  readManySiblingIds,
  type Store,
  toMessageId,
} from '@stet/store'
import { readChat } from '../record/read-chat.ts'
import { EngineError } from '../runtime/engine-error.ts'
import { type OutlineDeps, readShownLinks } from './read-outline.ts'
import {
  assertLinks,
  type EarlierPath,
  type LeafDeps,
  MOST_BYTES,
  nothing,
  type ReadDeps,
  shownLeaf,
  shownThrough,
} from './read-view.ts'

/** A stretch of the shown path. */
export interface PathWindow extends EarlierPath {
  /** Whether the path continues below it. */
  readonly later: boolean
  /** False when the message is on another branch: then nothing is in the window. */
  readonly isShown: boolean
}

const elsewhere: PathWindow = { ...nothing, later: false, isShown: false }

/** The part of the shown path around a message, half of `limit` links on either side. Without a message, the start of the path. */
export async function around(
  deps: ReadDeps & LeafDeps & OutlineDeps,
  chatId: ChatId,
  messageId: MessageId | null,
  limit: number,
): Promise<PathWindow> {
  assertLinks(limit)
  const { store } = deps
  const { chat } = await readChat(store, chatId)
  const id = messageId ?? (await onlyRoot(store, chatId)) ?? (await readShownLinks(deps, chatId)).path[0]?.id
  if (id === undefined) return elsewhere
  const row = await readLink(store, chatId, id)
  if (row === null) return elsewhere
  const leaf = await shownLeaf(deps, chat)
  const half = Math.floor(limit / 2)
  const end = (await lastOfStraight(store, chat, row, half)) ?? (await lastOnPath(store, row, leaf, half))
  if (end === null) return elsewhere
  const shown = await shownThrough(deps, chatId, end, { limit, through: toMessageId(row.id) })
  return { ...shown, later: end !== leaf, isShown: true }
}

/** The first message of a chat whose branches all begin with it: it was written first. Null where only the path says which one is shown. */
async function onlyRoot(store: Store, chatId: ChatId): Promise<MessageId | null> {
  const { rows } = await store.list(MESSAGES_SHELF, { by: { parent: chatId }, limit: 1 })
  const first = rows[0] === undefined ? null : fromMessageRow(rows[0])
  if (first === null || first.role === 'unreadable' || isAside(first) || first.parentId !== null) return null
  const [siblings = []] = await readManySiblingIds(store, chatId, [first])
  return siblings.length > 1 ? null : first.id
}

/** The message itself, or what it hangs on; null for what hangs on no message. */
async function readLink(store: Store, chatId: ChatId, messageId: MessageId): Promise<ReadRow | null> {
  const row = await store.get(MESSAGES_SHELF, messageId)
  const message = row === null ? null : fromMessageRow(row)
  if (row === null || message === null || message.chatId !== chatId) {
    throw new EngineError('message-not-found', `there is no message ${messageId} in this chat`)
  }
  if (!isAside(message)) return row
  return message.parentId === null ? null : store.get(MESSAGES_SHELF, message.parentId)
}

/**
 * The message `count` links below another, or the last before that. Reads one page of what was written after it. Null where that page has
 * branches, or the chat was ever shown on another one: then only the end of the path says which is shown.
 */
async function lastOfStraight(
  store: Store,
  { id: chatId, recentTips }: Chat,
  from: ReadRow,
  count: number,
): Promise<MessageId | null> {
  if (recentTips.length > 0) return null
  const start = fromMessageRow(from)
  const [siblings = []] = await readManySiblingIds(store, chatId, [start])
  if (siblings.length > 1) return null
  const after = { order: from.order, id: from.id }
  // Asides lie between the links.
  const { rows } = await store.list(MESSAGES_SHELF, { by: { parent: chatId }, after, limit: 2 * count })
  const links: Below[] = []
  for (const row of rows) {
    const message = fromMessageRow(row)
    if (isAside(message)) continue
    if (message.role === 'unreadable' || message.parentId !== (links.at(-1)?.id ?? start.id)) return null
    links.push({ id: message.id, bytes: bytesOf(row) })
  }
  return furthest(links, count) ?? start.id
}

interface Below {
  readonly id: MessageId
  readonly bytes: number
}

/** Of links from one on downwards, the last of so many that one answer can have. At least one: who reads on has to get further. */
function furthest(links: readonly Below[], count: number): MessageId | null {
  let last: MessageId | null = null
  let read = 0
  for (const { id, bytes } of links.slice(0, count)) {
    read += bytes
    if (last !== null && read > MOST_BYTES / 2) break
    last = id
  }
  return last
}

/** The same on any path: it follows parents from the end up, by refs alone. Null when it does not meet the message. */
async function lastOnPath(
  store: Store,
  from: ReadRow,
  leaf: MessageId | null,
  count: number,
): Promise<MessageId | null> {
  const below: Below[] = []
  let next = leaf
  for await (const row of listRows(store, MESSAGES_SHELF, { by: { parent: from.parent }, reverse: true })) {
    if (next === null || row.order < from.order) return null
    if (row.id !== next) continue
    if (row.id === from.id) return furthest(below.reverse(), count) ?? next
    below.push({ id: next, bytes: bytesOf(row) })
    next = await parentOf(store, row)
  }
  return null
}
