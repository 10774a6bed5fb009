import type { MessageId } from './id.ts'
import { isAside, type Message } from './message.ts'
import { asidesOf, childrenOf, messageAt, type Tree } from './tree.ts'

/** A message and all below it, asides included, every message after the one it hangs on. */
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

/** Whether a message is `top` or hangs somewhere below it. A message that is not in the tree is not. */
export function isWithin(tree: Tree, id: MessageId, top: MessageId): boolean {
  let message = tree.messages.get(id)
  while (message !== undefined) {
    if (message.id === top) return true
    message = message.parentId === null ? undefined : tree.messages.get(message.parentId)
  }
  return false
}
