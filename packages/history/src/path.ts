import type { Chat } from './chat.ts'
import type { MessageId } from './id.ts'
import { isAside, type LinkMessage, type Message, type Path } from './message.ts'
import { newestDescendant, newestLink } from './newest-descendant.ts'
import { asidesOf, messageAt, type Tree } from './tree.ts'

/**
 * From the root down to a message, each link followed by its asides; to the message it hangs on, for an aside. The path to
 * `null` is what stands above every root: the accounting of deleted ones. In a tree that holds a part of the chat the path
 * begins with the first message whose parent is not in it.
 */
export function pathTo(tree: Tree, id: MessageId | null): Path {
  const links: LinkMessage[] = []
  let message = id === null ? undefined : messageAt(tree, id)
  let above = id
  while (message !== undefined) {
    if (!isAside(message)) links.push(message)
    above = message.parentId
    message = above === null ? undefined : tree.messages.get(above)
  }
  const path: Message[] = above === null ? [...asidesOf(tree, null)] : []
  for (const link of links.reverse()) {
    path.push(link)
    for (const aside of asidesOf(tree, link.id)) path.push(aside)
  }
  return path
}

/** What a person sees: through the chat's tip and on to its newest descendant. */
export function pathOf(tree: Tree, chat: Pick<Chat, 'tip'>): Path {
  return pathTo(tree, shownLeaf(tree, chat)?.id ?? null)
}

/** The last link of the chat's path; null if the chat has no messages. */
export function shownLeaf(tree: Tree, chat: Pick<Chat, 'tip'>): LinkMessage | null {
  return chat.tip === null ? newestLink(tree) : newestDescendant(tree, chat.tip)
}

/** The last link of a path, asides aside. The same on every suffix that holds a link. */
export function lastLink(path: Path): LinkMessage | null {
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const message = path[index]
    if (message !== undefined && !isAside(message)) return message
  }
  return null
}
