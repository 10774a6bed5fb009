import { environmentChange, rootsToldIn } from '@stet/history'
import type { ChatView } from './chat-view.ts'

/** The note that would go before the next message, from what the shown path tells and what is exposed now (H8). */
export function applyEnvironment(view: ChatView): ChatView {
  const told = rootsToldIn(view.path) ?? view.rootsAbove
  return { ...view, pendingEnvironment: environmentChange(told, view.chat.roots) }
}
