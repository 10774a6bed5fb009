import {
  type AsideMessage,
  type ChatId,
  isAside,
  type LinkMessage,
  type Message,
  type MessageId,
  type Path,
  type UnreadableMessage,
} from '@stet/history'
import type { ReadRow, Store } from '../../contract/store.ts'
import { takeTurns } from '../../contract/take-turns.ts'
import { fromMessageRow, MESSAGES_SHELF, toMessageId } from '../messages.ts'
import { listRows } from './list-rows.ts'
import { createNewestMessages, type Found, type NewestMessages, toFound } from './newest-messages.ts'
import { linkBefore, parentOf } from './parent-of.ts'
import { readChildren } from './read-children.ts'

/** A link of the path and its asides, oldest first. In the last step the link may be null: asides above the roots. */
export interface PathStep {
  readonly link: LinkMessage | null
  /** Of the link, as it is stored. */
  readonly bytes: number
  readonly asides: readonly AsideMessage[]
}

export interface PathLimits {
  /** Of links. */
  readonly limit: number
  /** Of the links together, as they are stored: only a single one may be larger. */
  readonly bytes?: number
  /** This many links are read however large they are. */
  readonly through?: MessageId
}

/** The last links of the path that ends in a leaf, with their asides. */
export async function readPath(
  store: Store,
  chatId: ChatId,
  leaf: MessageId | null,
  { limit, bytes = Number.POSITIVE_INFINITY, through }: PathLimits,
): Promise<Path> {
  const steps: PathStep[] = []
  let links = 0
  let read = 0
  let isThrough = through === undefined
  for await (const step of readPathBackwards(store, chatId, leaf)) {
    read += step.bytes
    if (step.link !== null && (links === limit || (isThrough && links > 0 && read > bytes))) break
    isThrough ||= step.link?.id === through
    steps.push(step)
    links += 1
  }
  return steps.reverse().flatMap(({ link, asides }): Message[] => (link === null ? [...asides] : [link, ...asides]))
}

/**
 * From a leaf up to the root. It reads the chat's newest messages in pages and follows the links among them: one read for 200
 * messages, not one for each. When the next link is not in the following page, it is read directly. With `known`, only what that lacks is read.
 */
export async function* readPathBackwards(
  store: Store,
  chatId: ChatId,
  leaf: MessageId | null,
  known?: NewestMessages,
): AsyncGenerator<PathStep> {
  let newest = known ?? createNewestMessages(store, chatId)
  /** Whether everything newer was read too, so that no aside can be missing. */
  let isComplete = true
  await known?.catchUp()

  async function find(id: MessageId, below: Message | null): Promise<Found> {
    if (newest.get(id) === undefined) await newest.readEarlier()
    const inPage = newest.get(id)
    if (inPage !== undefined) return inPage
    await takeTurns()
    const row = await store.get(MESSAGES_SHELF, id)
    if (row?.parent !== chatId) {
      if (below === null) throw new Error(`message ${id} is not in chat ${chatId}`)
      return { row: null, message: await standIn(store, id, below), bytes: 0 }
    }
    isComplete = false
    newest = createNewestMessages(store, chatId, { order: row.order, id: row.id })
    return toFound(row)
  }

  let next = leaf
  let below: Message | null = null
  while (next !== null) {
    const { row, message: link, bytes }: Found = await find(next, below)
    if (isAside(link)) throw new Error(`message ${link.id} is a ${link.role}, on which no path ends`)
    const isKnown = link.role !== 'unreadable' || row === null
    const parentId: MessageId | null = isKnown ? link.parentId : await parentOf(store, row)
    const asides = isComplete ? newest.asidesOf(link.id) : (await readChildren(store, chatId, link.id)).filter(isAside)
    if (known === undefined) newest.release(link.id)
    yield { link: link.role === 'unreadable' ? { ...link, parentId } : link, bytes, asides }
    below = link
    next = parentId
  }
  const aboveRoots = (await readChildren(store, chatId, null)).filter(isAside)
  if (aboveRoots.length > 0) yield { link: null, bytes: 0, asides: aboveRoots }
}

/** For a message of which nothing is left, not even its place: what is above it stays on the path. */
async function standIn(store: Store, id: MessageId, below: Message): Promise<UnreadableMessage> {
  const { chatId, order } = below
  const parentId = await linkBefore(store, chatId, below)
  return { role: 'unreadable', id, chatId, order, parentId, at: 0, copiedFrom: null, because: 'the message is missing' }
}

/**
 * Which of these messages are above another one, each with its child on the way down. It follows parents by refs alone, and reads no further
 * than `oldest`: messages above another have a lower order.
 */
export async function findAbove(
  store: Store,
  below: Pick<Message, 'id' | 'chatId' | 'order' | 'parentId'>,
  wanted: ReadonlySet<string>,
  oldest: number,
): Promise<ReadonlyMap<MessageId, MessageId>> {
  const found = new Map<MessageId, MessageId>()
  let { id: child, parentId: next } = below
  const query = { by: { parent: below.chatId }, reverse: true, after: { order: below.order, id: below.id } }
  for await (const row of listRows(store, MESSAGES_SHELF, query)) {
    if (next === null || row.order < oldest) break
    if (row.id !== next) continue
    if (wanted.has(row.id)) found.set(next, child)
    child = next
    next = await parentOf(store, row)
  }
  return found
}

/** A message by its refs alone: opening thousands of bodies to find one would take longer than reading the path. */
interface Node {
  readonly id: MessageId
  readonly parentId: MessageId | null
}

/**
 * Where the chat's path ends: the newest link below the tip, or, without a tip, the newest of the chat. Null for a chat without messages.
 * Of what is newer than the tip it opens only the candidates, newest first.
 */
export async function readNewestLeaf(store: Store, chatId: ChatId, tip: MessageId | null): Promise<MessageId | null> {
  const candidates = tip === null ? readNodes(store, chatId, null) : await readBelow(store, chatId, tip)
  for await (const node of candidates) {
    const row = await store.get(MESSAGES_SHELF, node.id)
    // Deleted since it was listed.
    if (row === null) continue
    const message = fromMessageRow(row)
    if (isAside(message)) continue
    if (message.role !== 'unreadable' || (await isOnlyBranch(store, chatId, node))) return message.id
  }
  return tip
}

/** The messages below the tip, newest first. Oldest first, a message is below the tip when its parent is. */
async function readBelow(store: Store, chatId: ChatId, tip: MessageId): Promise<readonly Node[]> {
  const newest: Node[] = []
  for await (const node of readNodes(store, chatId, await readTip(store, chatId, tip))) newest.push(node)
  const inside = new Set<MessageId | null>([tip])
  for (const node of newest.toReversed()) if (inside.has(node.parentId)) inside.add(node.id)
  return newest.filter(node => inside.has(node.id))
}

/** The messages of a chat that are newer than one of them, newest first. */
async function* readNodes(store: Store, chatId: ChatId, after: ReadRow | null): AsyncGenerator<Node> {
  for await (const row of listRows(store, MESSAGES_SHELF, { by: { parent: chatId }, reverse: true })) {
    if (after !== null && (row.id === after.id || row.order < after.order)) return
    yield { id: toMessageId(row.id), parentId: await parentOf(store, row) }
  }
}

// An unreadable aside looks like an unreadable leaf. If the path ended there, it would hide the branch beside it.
async function isOnlyBranch(store: Store, chatId: ChatId, { id, parentId }: Node): Promise<boolean> {
  for (const sibling of await readChildren(store, chatId, parentId)) {
    if (sibling.id === id || isAside(sibling)) continue
    if (sibling.role !== 'unreadable') return false
    const below = await readChildren(store, chatId, sibling.id)
    if (below.some(message => !isAside(message))) return false
  }
  return true
}

async function readTip(store: Store, chatId: ChatId, tip: MessageId): Promise<ReadRow> {
  const row = await store.get(MESSAGES_SHELF, tip)
  if (row === null || row.parent !== chatId) throw new Error(`message ${tip} is not in chat ${chatId}`)
  return row
}
