import type { Chat, MessageId } from '@stet/history'
import type { Outline, OutlinedLink } from '../record/outlines.ts'

/** A user message and what was answered to it on one branch, with the branches that part from it there. */
export interface Turn {
  readonly links: readonly OutlinedLink[]
  /** The other branches, each by its first message and the one beside it on this branch, oldest first. */
  readonly branches: readonly Parting[]
}

export interface Parting {
  readonly first: OutlinedLink
  readonly beside: MessageId
}

/** The links of a path, from the first one to its leaf. */
export function linksTo(outline: Outline, leaf: MessageId | null): readonly OutlinedLink[] {
  const links: OutlinedLink[] = []
  let link = leaf === null ? undefined : outline.links.get(leaf)
  while (link !== undefined) {
    links.push(link)
    link = link.parentId === null ? undefined : outline.links.get(link.parentId)
  }
  return links.reverse()
}

/** The links of a branch from its first message down to where the user last was in it, or to its newest message. */
export function linksBelow(outline: Outline, first: OutlinedLink, { recentTips }: Pick<Chat, 'recentTips'>) {
  const below = subtreeOf(outline, first)
  const seen = recentTips.find(tip => below.has(tip))
  const within = seen === undefined ? below : subtreeOf(outline, below.get(seen) ?? first)
  let leaf = first
  for (const link of within.values()) {
    if (!outline.children.has(link.id) && link.order >= leaf.order) leaf = link
  }
  const path = linksTo(outline, leaf.id)
  return path.slice(path.findIndex(({ id }) => id === first.id))
}

/** A link and everything below it. */
export function subtreeOf(outline: Outline, top: OutlinedLink): ReadonlyMap<MessageId, OutlinedLink> {
  const subtree = new Map([[top.id, top]])
  for (const link of subtree.values())
    for (const child of outline.children.get(link.id) ?? []) subtree.set(child.id, child)
  return subtree
}

/** A path as turns. The messages beside its first link are left out where it is itself one of several branches. */
export function toTurns(outline: Outline, links: readonly OutlinedLink[], isBranch: boolean): readonly Turn[] {
  const turns: { links: OutlinedLink[]; branches: Parting[] }[] = []
  for (const [at, link] of links.entries()) {
    const last = turns.at(-1)
    // What changed in the directories is announced right before a message.
    const isAnnounced = last?.links.every(({ role }) => role === 'env-changed') ?? false
    const isFirst = last === undefined || ((link.role === 'user' || link.role === 'env-changed') && !isAnnounced)
    const turn = isFirst ? { links: [], branches: [] } : last
    if (isFirst) turns.push(turn)
    turn.links.push(link)
    if (at > 0 || !isBranch) {
      for (const first of outline.children.get(link.parentId) ?? []) {
        if (first.id !== link.id) turn.branches.push({ first, beside: link.id })
      }
    }
  }
  return turns
}
