import type { Chat } from './chat.ts'
import type { MessageId } from './id.ts'
import { isAside, type LinkMessage, type Message, type Path } from './message.ts'
import { asidesOf, isWithin, linkAt, messageAt, newestDescendant, newestLink, type Tree } from './tree.ts'

/**
 * From the root down to a message, each link followed by its asides. For an aside, the path to its parent. For `null`, the
 * accounting of deleted roots. In a tree that holds part of the chat, the path begins with the first message whose parent is
 * not in the tree.
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

/** What the user sees: through the chat's tip to its newest descendant. */
export function pathOf(tree: Tree, chat: Pick<Chat, 'tip'>): Path {
  return pathTo(tree, shownLeaf(tree, chat)?.id ?? null)
}

/** The last link of the chat's path; null if the chat has no messages. */
export function shownLeaf(tree: Tree, chat: Pick<Chat, 'tip'>): LinkMessage | null {
  return chat.tip === null ? newestLink(tree) : newestDescendant(tree, chat.tip)
}

/** The last message of a path that is not an aside. The same on every suffix that holds a link. */
export function lastLink(path: Path): LinkMessage | null {
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const message = path[index]
    if (message !== undefined && !isAside(message)) return message
  }
  return null
}

const REMEMBERED_TIPS = 32

type ChosenTip = Pick<Chat, 'tip' | 'recentTips'>

/**
 * Shows the branch through a message: the leaf the user last saw in it, or else its newest descendant. The leaf they leave is
 * remembered, so that choosing its branch again returns to it, even when it has grown meanwhile.
 */
export function chooseTip(tree: Tree, chat: ChosenTip, id: MessageId): ChosenTip {
  const chosen = linkAt(tree, id)
  const left = shownLeaf(tree, chat)
  const recentTips = left === null ? chat.recentTips : rememberTip(chat.recentTips, left.id)
  return { tip: recentTips.find(tip => isWithin(tree, tip, chosen.id)) ?? chosen.id, recentTips }
}

/** The remembered leaves with one more, newest first. */
export function rememberTip(recentTips: readonly MessageId[], left: MessageId): readonly MessageId[] {
  return [left, ...recentTips.filter(tip => tip !== left)].slice(0, REMEMBERED_TIPS)
}
