import type { ChatView } from '@stet/api/client'

/** A snapshot holds the last part of the path: what the reader had already loaded above it stays, so that the page does not jump. */
export function keepEarlier(before: ChatView, snapshot: ChatView): ChatView {
  const first = snapshot.path[0]
  if (!first || !snapshot.earlier) return snapshot
  const at = before.path.findIndex(message => message.id === first.id)
  if (at < 1) return snapshot
  return {
    ...snapshot,
    path: [...before.path.slice(0, at), ...snapshot.path],
    earlier: before.earlier,
    siblings: { ...before.siblings, ...snapshot.siblings },
    calls: { ...before.calls, ...snapshot.calls },
  }
}
