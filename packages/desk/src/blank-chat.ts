import type { Chat } from '@stet/history'

/** A chat in which nothing was said. */
export function blankChat(facts: Pick<Chat, 'id' | 'workspaceId' | 'settings'> & { readonly at: number }): Chat {
  const { at, ...chat } = facts
  return {
    ...chat,
    place: 'open',
    createdAt: at,
    activeAt: at,
    title: null,
    prompt: null,
    tip: null,
    recentTips: [],
    marks: [],
    lifts: [],
    forkedFrom: null,
    calledBy: null,
    roots: [],
    deleteAt: null,
  }
}
