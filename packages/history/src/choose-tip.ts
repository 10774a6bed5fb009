import type { Chat } from './chat.ts'
import type { MessageId } from './id.ts'
import { shownLeaf } from './path.ts'
import { isWithin } from './subtree-of.ts'
import { linkAt, type Tree } from './tree.ts'

const REMEMBERED_TIPS = 32

type ChosenTip = Pick<Chat, 'tip' | 'recentTips'>

/**
 * Shows the branch through a message: where the person last was in it, or its newest descendant if they never were. The
 * leaf they leave is remembered, so that choosing its branch again comes back to it, also when it has grown meanwhile.
 */
export function chooseTip(tree: Tree, chat: ChosenTip, id: MessageId): ChosenTip {
  const chosen = linkAt(tree, id)
  const left = shownLeaf(tree, chat)
  const recentTips = left === null ? chat.recentTips : rememberTip(chat.recentTips, left.id)
  return { tip: recentTips.find(tip => isWithin(tree, tip, chosen.id)) ?? chosen.id, recentTips }
}

/** The remembered leaves after one more was left, newest first. */
export function rememberTip(recentTips: readonly MessageId[], left: MessageId): readonly MessageId[] {
  return [left, ...recentTips.filter(tip => tip !== left)].slice(0, REMEMBERED_TIPS)
}
