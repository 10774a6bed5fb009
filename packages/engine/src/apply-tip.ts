import { isAside, type MessageId } from '@stet/history'
import type { ChatView, Resync } from './chat-view.ts'

/** The view after the chat's tip became `view.chat.tip`: the same path, if it certainly leads through the tip to its newest leaf. */
export function applyTip(view: ChatView, before: MessageId | null): ChatView | Resync {
  const { tip } = view.chat
  if (tip === before) return view
  if (tip === null) return hasForkBelow(view, -1) ? 'resync' : view
  const index = view.path.findIndex(message => message.id === tip)
  return index === -1 || hasForkBelow(view, index) ? 'resync' : view
}

/** Whether the path could have gone another way below this place: what is not shown may then be newer than what is. */
export function hasForkBelow({ path, siblings }: ChatView, index: number): boolean {
  return path.some((message, at) => at > index && !isAside(message) && siblings[message.id] !== undefined)
}
