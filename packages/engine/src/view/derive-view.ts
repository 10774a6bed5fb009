import { announcedRoots, environmentChange, isAside, type MessageId } from '@stet/history'
import { callsOn } from './apply-calls.ts'
import type { ChatView } from './chat-view.ts'

/** An answer being written below the tip is the newest there: earlier answers are hidden meanwhile (H4). */
export function cutAtDraft(view: ChatView): ChatView {
  const { path, chat, drafts } = view
  if (!drafts.some(draft => draft.parentId === chat.tip)) return view
  const parent = path.findIndex(message => message.id === chat.tip)
  const below = path.findIndex((message, at) => at > parent && !isAside(message))
  if (parent === -1 || below === -1) return view
  const shown = path.slice(0, below)
  const siblings: Record<MessageId, readonly MessageId[]> = {}
  for (const { id } of shown) {
    const known = view.siblings[id]
    if (known !== undefined) siblings[id] = known
  }
  return { ...view, path: shown, siblings, calls: callsOn(shown, view.calls) }
}

/** Derives the announcement before the next message, from what the path announced and what is exposed now (H8). */
export function applyEnvironment(view: ChatView): ChatView {
  const announced = announcedRoots(view.path) ?? view.rootsAbove
  return { ...view, pendingEnvironment: environmentChange(announced, view.chat.roots) }
}
