import type { ChatId } from '@stet/history'
import type { ChatView } from '../view/chat-view.ts'
import type { PublishedEvent } from '../view/event.ts'
import type { EventHub, Subscription } from './event-hub.ts'

/** Events one by one, and, where whoever tells them can, those that wait already all at once. */
export interface Watching extends AsyncIterable<PublishedEvent> {
  /** What follows the event that was told last, as far as it waits already; not while another is being waited for. */
  takeReady?(): readonly PublishedEvent[]
}

export interface Watcher {
  /** One that is not there is told nothing of. */
  readonly chats: readonly ChatId[]
  /** Whether it is told how all other chats change, for a list of them; it is unless this says no. */
  readonly list?: boolean
  /** The last event that was seen while watching the same chats; with others, null, or a chat would be told with a hole in it. */
  readonly lastEventId: string | null
  readonly signal: AbortSignal
}

interface WatchDeps {
  readonly hub: EventHub
  /** Null for a chat that is not there: a watcher is told nothing of it. */
  readonly findView: (chatId: ChatId) => Promise<ChatView | null>
}

/** Subscribes first and reads then, so that nothing falls between; the reducer ignores what a snapshot already had. */
export function watch(deps: WatchDeps, watcher: Watcher): Watching {
  let live: Subscription | null = null
  const events = tell(deps, watcher, subscription => {
    live = subscription
  })
  return { [Symbol.asyncIterator]: () => events, takeReady: () => live?.takeReady() ?? [] }
}

/** `onLive` hears when all that comes first is told: only then may what waits be taken past it. */
async function* tell(
  deps: WatchDeps,
  watcher: Watcher,
  onLive: (subscription: Subscription) => void,
): AsyncGenerator<PublishedEvent> {
  const { signal, lastEventId, list = true } = watcher
  if (signal.aborted) return
  const subscription = deps.hub.subscribe(new Set(watcher.chats), lastEventId, list)
  signal.addEventListener('abort', subscription.leave)
  try {
    let held: PublishedEvent['event'] | null = null
    for (const chatId of subscription.unserved) {
      const view = await deps.findView(chatId)
      if (signal.aborted) return
      if (view === null) continue
      if (held !== null) yield { id: subscription.startOver, event: held }
      held = { kind: 'snapshot', chatId, view }
    }
    if (held !== null) yield { id: subscription.from, event: held }
    for (const event of subscription.missed) {
      if (signal.aborted) return
      yield event
    }
    onLive(subscription)
    for (let event = await subscription.next(); event !== null; event = await subscription.next()) yield event
  } finally {
    signal.removeEventListener('abort', subscription.leave)
    subscription.leave()
  }
}
