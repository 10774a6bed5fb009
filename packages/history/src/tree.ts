import type { MessageId } from './id.ts'
import { type AsideMessage, isAside, type LinkMessage, type Message } from './message.ts'

/**
 * The messages of one chat by their parent, oldest first. It may hold part of a chat: a parent need not be in it. The key
 * `null` holds the roots, and the accounting of deleted roots.
 */
export interface Tree {
  readonly messages: ReadonlyMap<MessageId, Message>
  readonly links: ReadonlyMap<MessageId | null, readonly LinkMessage[]>
  readonly asides: ReadonlyMap<MessageId | null, readonly AsideMessage[]>
}

export function treeOf(messages: Iterable<Message>): Tree {
  const byId = new Map<MessageId, Message>()
  for (const message of messages) byId.set(message.id, message)
  const links = new Map<MessageId | null, LinkMessage[]>()
  const asides = new Map<MessageId | null, AsideMessage[]>()
  for (const message of byId.values()) {
    if (isAside(message)) put(asides, message)
    else put(links, message)
  }
  for (const group of links.values()) group.sort(byOrder)
  for (const group of asides.values()) group.sort(byOrder)
  const tree = { messages: byId, links, asides }
  refuseCircles(tree)
  return tree
}

/** The children of a message that are not asides, oldest first. */
export function childrenOf(tree: Tree, id: MessageId | null): readonly LinkMessage[] {
  return tree.links.get(id) ?? []
}

/** The asides of a message, oldest first. */
export function asidesOf(tree: Tree, id: MessageId | null): readonly AsideMessage[] {
  return tree.asides.get(id) ?? []
}

export function messageAt(tree: Tree, id: MessageId): Message {
  const message = tree.messages.get(id)
  if (message === undefined) throw new Error(`message ${id} is not in the tree`)
  return message
}

export function linkAt(tree: Tree, id: MessageId): LinkMessage {
  const message = messageAt(tree, id)
  if (isAside(message)) throw new Error(`message ${id} is a ${message.role}, which has no children`)
  return message
}

// Rows of one write may share an order; without the id their place would depend on how they were loaded.
export function byOrder(one: Message, other: Message): number {
  if (one.order !== other.order) return one.order - other.order
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}

function put<M extends Message>(groups: Map<MessageId | null, M[]>, message: M): void {
  const group = groups.get(message.parentId)
  if (group === undefined) groups.set(message.parentId, [message])
  else group.push(message)
}

// Messages that are each other's ancestors would make every walk up or down the tree endless.
function refuseCircles(tree: Tree): void {
  const open: Message[] = []
  for (const message of tree.messages.values()) {
    if (message.parentId === null || !tree.messages.has(message.parentId)) open.push(message)
  }
  let reached = 0
  for (let message = open.pop(); message !== undefined; message = open.pop()) {
    reached += 1
    for (const child of childrenOf(tree, message.id)) open.push(child)
    for (const aside of asidesOf(tree, message.id)) open.push(aside)
  }
  if (reached < tree.messages.size) throw new Error(`${tree.messages.size - reached} messages are their own ancestors`)
}

/** The siblings of a message, itself included, oldest first, and its index: ‹ 2/3 › is index 1 of three (H4). */
export interface Siblings {
  readonly siblings: readonly LinkMessage[]
  readonly index: number
}

export function siblingsOf(tree: Tree, id: MessageId): Siblings {
  const link = linkAt(tree, id)
  const siblings = childrenOf(tree, link.parentId)
  return { siblings, index: siblings.indexOf(link) }
}

/** A message and everything below it, asides included, each message after its parent. */
export function subtreeOf(tree: Tree, id: MessageId): readonly Message[] {
  const top = messageAt(tree, id)
  if (isAside(top)) return [top]
  const subtree: Message[] = []
  const open: Message[] = [top]
  for (let message = open.pop(); message !== undefined; message = open.pop()) {
    subtree.push(message)
    for (const aside of asidesOf(tree, message.id)) subtree.push(aside)
    for (const child of childrenOf(tree, message.id)) open.push(child)
  }
  return subtree
}

/** Whether a message is `top` or below it. False for a message that is not in the tree. */
export function isWithin(tree: Tree, id: MessageId, top: MessageId): boolean {
  let message = tree.messages.get(id)
  while (message !== undefined) {
    if (message.id === top) return true
    message = message.parentId === null ? undefined : tree.messages.get(message.parentId)
  }
  return false
}

/** The leaf with the highest order below a link, or the link itself if it has no children. */
export function newestDescendant(tree: Tree, id: MessageId): LinkMessage {
  const start = linkAt(tree, id)
  return newestLeaf(tree, [start]) ?? start
}

/** The leaf with the highest order in the tree. */
export function newestLink(tree: Tree): LinkMessage | null {
  const tops: LinkMessage[] = []
  for (const [parentId, links] of tree.links) {
    if (parentId !== null && tree.messages.has(parentId)) continue
    for (const link of followed(tree, links)) tops.push(link)
  }
  return newestLeaf(tree, tops)
}

function newestLeaf(tree: Tree, tops: readonly LinkMessage[]): LinkMessage | null {
  let newest: LinkMessage | null = null
  const open = [...tops]
  for (let link = open.pop(); link !== undefined; link = open.pop()) {
    const children = childrenOf(tree, link.id)
    for (const child of followed(tree, children)) open.push(child)
    if (children.length === 0 && (newest === null || byOrder(link, newest) > 0)) newest = link
  }
  return newest
}

// An aside whose row cannot be opened reads as an unreadable leaf. If it were followed, one corrupt summary would hide the
// whole branch beside it.
function followed(tree: Tree, siblings: readonly LinkMessage[]): readonly LinkMessage[] {
  const certain = siblings.filter(link => link.role !== 'unreadable' || childrenOf(tree, link.id).length > 0)
  return certain.length > 0 ? certain : siblings
}
