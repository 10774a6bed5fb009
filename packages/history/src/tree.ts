import type { MessageId } from './id.ts'
import { type AsideMessage, isAside, type LinkMessage, type Message } from './message.ts'

/**
 * The messages of one chat by what they hang on, oldest first. It may hold a part of a chat: a parent need not be in it.
 * The key `null` holds the roots, and the accounting of deleted roots.
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

/** The ordinary links that hang on a message, oldest first. */
export function childrenOf(tree: Tree, id: MessageId | null): readonly LinkMessage[] {
  return tree.links.get(id) ?? []
}

/** The asides that hang on a message, oldest first. */
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
  if (isAside(message)) throw new Error(`message ${id} is a ${message.role}, on which nothing hangs`)
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

// Messages that hang on each other in a circle would make every walk up or down the tree endless.
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
  if (reached < tree.messages.size) throw new Error(`${tree.messages.size - reached} messages hang below themselves`)
}
