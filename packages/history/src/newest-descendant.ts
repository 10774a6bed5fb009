import type { MessageId } from './id.ts'
import type { LinkMessage } from './message.ts'
import { byOrder, childrenOf, linkAt, type Tree } from './tree.ts'

/** The leaf of the highest order below a link, or the link itself if nothing hangs on it. */
export function newestDescendant(tree: Tree, id: MessageId): LinkMessage {
  const start = linkAt(tree, id)
  return newestLeaf(tree, [start]) ?? start
}

/** The leaf of the highest order of all that is in the tree. */
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

// The row of an aside that cannot be opened reads as an unreadable leaf. Followed, one corrupt summary would hide the whole
// branch beside it.
function followed(tree: Tree, siblings: readonly LinkMessage[]): readonly LinkMessage[] {
  const certain = siblings.filter(link => link.role !== 'unreadable' || childrenOf(tree, link.id).length > 0)
  return certain.length > 0 ? certain : siblings
}
