import type { ChatId } from '@stet/history'
import type { ChatView } from '../view/chat-view.ts'
import type { PublishedEvent } from '../view/event.ts'
import type { EventHub, Subscription } from './event-hub.ts'

/** Events one by one, and a way to take those already queued at once. */
export interface Watching extends AsyncIterable<PublishedEvent> {
  /** The queued events after the last one read. Not to be called while the next event is awaited. */
  takeReady?(): readonly PublishedEvent[]
}

export interface Watcher {
  /** Unknown chats are ignored. */
  readonly chats: readonly ChatId[]
  /** Whether it also gets changes of all other chats, for a list. Default: yes. */
  readonly list?: boolean
  /** The last event seen while watching the same chats. With other chats it must be null, or their events would have a gap. */
  readonly lastEventId: string | null
  readonly signal: AbortSignal
}

interface WatchDeps {
  readonly hub: EventHub
  /** Null for an unknown chat, which is ignored. */
  readonly findView: (chatId: ChatId) => Promise<ChatView | null>
}

/**
 * Subscribes before it reads snapshots, so that nothing is missed; the reducer ignores events that a snapshot contains. A watcher that did not
 * read for more than a second continues as if it had reconnected: what it lacks is joined for each chat, or, where it is gone, a snapshot.
 */
export function watch(deps: WatchDeps, watcher: Watcher): Watching {
  let takeReady: Subscription['takeReady'] | null = null
  const events = follow(deps, watcher, take => {
    takeReady = take
  })
  return { [Symbol.asyncIterator]: () => events, takeReady: () => takeReady?.() ?? [] }
}

type OnReady = (takeReady: Subscription['takeReady'] | null) => void

async function* follow(deps: WatchDeps, watcher: Watcher, onReady: OnReady): AsyncGenerator<PublishedEvent> {
  const { signal, list = true } = watcher
  let { lastEventId } = watcher
  const note = (events: readonly PublishedEvent[]) => {
    lastEventId = events.at(-1)?.id ?? lastEventId
    return events
  }
  while (!signal.aborted) {
    const subscription = deps.hub.subscribe(new Set(watcher.chats), lastEventId, list)
    signal.addEventListener('abort', subscription.leave)
    try {
      for await (const event of read(deps, subscription, signal, take => onReady(take && (() => note(take()))))) {
        note([event])
        yield event
      }
      if (!subscription.isBehind()) return
    } finally {
      onReady(null)
      signal.removeEventListener('abort', subscription.leave)
      subscription.leave()
    }
  }
}

/**
 * The events of one subscription, until it ends or is behind. Calls `onReady` after the snapshots: only then may events be taken directly, first
 * those that were missed.
 */
async function* read(
  deps: WatchDeps,
  subscription: Subscription,
  signal: AbortSignal,
  onReady: OnReady,
): AsyncGenerator<PublishedEvent> {
  let held: PublishedEvent['event'] | null = null
  for (const chatId of subscription.unserved) {
    const view = await deps.findView(chatId)
    if (signal.aborted) return
    if (view === null) continue
    if (held !== null) yield { id: subscription.startOver, event: held }
    held = { kind: 'snapshot', chatId, view }
  }
  if (held !== null) yield { id: subscription.from, event: held }
  const missed = [...subscription.missed]
  onReady(() => {
    if (missed.length > 0) return missed.splice(0)
    return subscription.isBehind() ? [] : subscription.takeReady()
  })
  for (let event = missed.shift(); event !== undefined; event = missed.shift()) {
    if (signal.aborted) return
    yield event
  }
  while (!subscription.isBehind()) {
    const event = await subscription.next()
    if (event === null) return
    yield event
  }
}
