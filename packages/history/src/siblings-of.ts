import type { MessageId } from './id.ts'
import type { LinkMessage } from './message.ts'
import { childrenOf, linkAt, type Tree } from './tree.ts'

/** The branches at a fork, oldest first, and which of them a message is: ‹ 2/3 › is index 1 of three (H4). */
export interface Siblings {
  readonly siblings: readonly LinkMessage[]
  readonly index: number
}

export function siblingsOf(tree: Tree, id: MessageId): Siblings {
  const link = linkAt(tree, id)
  const siblings = childrenOf(tree, link.parentId)
  return { siblings, index: siblings.indexOf(link) }
}
