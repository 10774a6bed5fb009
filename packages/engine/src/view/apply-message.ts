import { type AsideMessage, byOrder, isAside, type LinkMessage, type Message, type MessageId } from '@stet/history'
import { callsOn, withCalls } from './apply-calls.ts'
import type { ChatView, Resync } from './chat-view.ts'
import type { Fact } from './event.ts'

type MessageAdded = Extract<Fact, { kind: 'message-added' }>

/** A message was saved: it replaces its draft, on the shown path or on another branch. */
export function applyMessage(view: ChatView, event: MessageAdded): ChatView | Resync {
  const { message, tip } = event
  const waiting = view.waiting.filter(({ id }) => id !== message.id)
  const drafts = view.drafts.filter(draft => draft.messageId !== message.id)
  if (view.path.some(known => known.id === message.id)) return { ...view, drafts, waiting }
  if (isAside(message)) return { ...view, drafts, path: withAside(view, message) }
  const shown = shownThrough({ ...view, chat: { ...view.chat, tip } }, message)
  if (shown === 'resync') return 'resync'
  const path = shown === 'hidden' ? view.path : [...view.path.slice(0, shown), message]
  const calls = callsOn(path, shown === 'hidden' ? view.calls : withCalls(view.calls, event.calls ?? []))
  const siblings = siblingsOn(path, view, event)
  return { ...view, chat: { ...view.chat, tip }, drafts, waiting, path, calls, siblings }
}

/**
 * How much of the path stays above a new link if that is shown. The newest link is shown when it is below the tip; a page knows that only for
 * links whose parent it shows.
 */
function shownThrough(view: ChatView, link: LinkMessage): number | 'hidden' | Resync {
  const { path, earlier } = view
  const { tip } = view.chat
  if (link.parentId === null) {
    if (tip !== null && tip !== link.id) return 'hidden'
    if (earlier) return 'resync'
    return endOfAsides(path, -1)
  }
  const parent = path.findIndex(message => message.id === link.parentId)
  const tipIndex = path.findIndex(message => message.id === tip)
  if (parent === -1) {
    const certainlyElsewhere = tip !== link.id && tipIndex !== -1 && !hasForkBelow(view, tipIndex)
    return certainlyElsewhere ? 'hidden' : 'resync'
  }
  if (tip === link.id || tip === null || (tipIndex === -1 && earlier)) return endOfAsides(path, parent)
  if (tipIndex === -1) return 'resync'
  return parent >= tipIndex ? endOfAsides(path, parent) : 'hidden'
}

function withAside({ path, earlier }: ChatView, aside: AsideMessage): readonly Message[] {
  const host = path.findIndex(message => message.id === aside.parentId)
  if (host === -1 && (aside.parentId !== null || earlier)) return path
  let index = host + 1
  for (let next = path[index]; next !== undefined && isAside(next) && byOrder(next, aside) < 0; next = path[index]) {
    index += 1
  }
  return path.toSpliced(index, 0, aside)
}

function siblingsOn(path: readonly Message[], view: ChatView, { message, siblings }: MessageAdded) {
  const onPath: Record<MessageId, readonly MessageId[]> = {}
  for (const link of path) {
    if (isAside(link)) continue
    const known = view.siblings[link.id]
    // A list that already has the message may also have newer ones.
    const stale = known?.includes(message.id) === true
    const now = link.parentId === message.parentId && !stale ? siblings : known
    if (now !== undefined && now.length > 1) onPath[link.id] = now
  }
  return onPath
}

function endOfAsides(path: readonly Message[], host: number): number {
  let index = host + 1
  for (let next = path[index]; next !== undefined && isAside(next); next = path[index]) index += 1
  return index
}

/** The view after the tip became `view.chat.tip`: unchanged if its path certainly leads through the tip to the newest leaf. */
export function applyTip(view: ChatView, before: MessageId | null): ChatView | Resync {
  const { tip } = view.chat
  if (tip === before) return view
  if (tip === null) return hasForkBelow(view, -1) ? 'resync' : view
  const index = view.path.findIndex(message => message.id === tip)
  return index === -1 || hasForkBelow(view, index) ? 'resync' : view
}

/** Whether the path has a fork below this index: a branch that is not shown may then be newer. */
function hasForkBelow({ path, siblings }: ChatView, index: number): boolean {
  return path.some((message, at) => at > index && !isAside(message) && siblings[message.id] !== undefined)
}
