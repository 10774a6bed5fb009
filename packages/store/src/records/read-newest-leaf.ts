import { type ChatId, isAside, type MessageId } from '@stet/history'
import type { ReadRow, Store } from '../store.ts'
import { findParent } from './find-parent.ts'
import { listRows } from './list-rows.ts'
import { fromMessageRow, MESSAGES_SHELF, parentFromRefs } from './messages.ts'
import { readChildren } from './read-children.ts'

interface Node {
  readonly id: MessageId
  readonly parentId: MessageId | null
  readonly readable: boolean
}

/**
 * Where the chat's path ends: the newest link below the tip, or, without a tip, the newest of the chat. Null for a chat without messages.
 * Reads what is newer than the tip, and keeps of it no more than what hangs on what.
 */
export async function readNewestLeaf(store: Store, chatId: ChatId, tip: MessageId | null): Promise<MessageId | null> {
  const newest: Node[] = []
  const tipRow = tip === null ? null : await readTip(store, chatId, tip)
  for await (const row of listRows(store, MESSAGES_SHELF, { by: { parent: chatId }, reverse: true })) {
    if (row.id === tip || (tipRow !== null && row.order < tipRow.order)) break
    const message = fromMessageRow(row)
    if (isAside(message)) continue
    const readable = message.role !== 'unreadable'
    newest.push({ id: message.id, parentId: await parentOf(store, row, message.parentId, readable), readable })
    // Without a tip the first readable link is the newest leaf: nothing newer can hang on it.
    if (tip === null && readable) break
  }
  for (const node of tip === null ? newest : belowTip(newest, tip)) {
    if (node.readable || (await standsAlone(store, chatId, node))) return node.id
  }
  return tip
}

// An aside that cannot be opened reads as an unreadable leaf: taken for the end of the path, it would hide the branch beside it.
async function standsAlone(store: Store, chatId: ChatId, { id, parentId }: Node): Promise<boolean> {
  for (const sibling of await readChildren(store, chatId, parentId)) {
    if (sibling.id === id || isAside(sibling)) continue
    if (sibling.role !== 'unreadable') return false
    const below = await readChildren(store, chatId, sibling.id)
    if (below.some(message => !isAside(message))) return false
  }
  return true
}

/** Oldest first, a message is below the tip when its parent is. */
function belowTip(newest: readonly Node[], tip: MessageId): readonly Node[] {
  const inside = new Set<MessageId | null>([tip])
  for (const node of newest.toReversed()) if (inside.has(node.parentId)) inside.add(node.id)
  return newest.filter(node => inside.has(node.id))
}

async function readTip(store: Store, chatId: ChatId, tip: MessageId): Promise<ReadRow> {
  const row = await store.get(MESSAGES_SHELF, tip)
  if (row === null || row.parent !== chatId) throw new Error(`message ${tip} is not in chat ${chatId}`)
  return row
}

async function parentOf(
  store: Store,
  row: ReadRow,
  parentId: MessageId | null,
  readable: boolean,
): Promise<MessageId | null> {
  if (readable) return parentId
  const known = parentFromRefs(row)
  return known === undefined ? findParent(store, row) : known
}
