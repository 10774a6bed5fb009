import type { ChatId } from '@stet/history'
import type { ChatEvent, PublishedEvent } from './event.ts'
import { createEventIds } from './event-id.ts'
import { createEventQueue, type EventQueue } from './event-queue.ts'
import { createEventRing, type EventRing, type NumberedEvent } from './event-ring.ts'
import { eventSize } from './event-size.ts'

const MOST_RINGS = 64

/** Takes an owner's events to everyone who watches. `chat-changed` reaches every watcher, for the chat list. No event is stored. */
export interface EventHub {
  publish(event: ChatEvent): void
  subscribe(chats: ReadonlySet<ChatId>, lastEventId: string | null): Subscription
  /** Ends every watcher behind what waits for it, and whoever comes after. */
  close(): void
}

export interface Subscription {
  /** Chats of which it can no longer be told what followed: each needs a snapshot first. */
  readonly unserved: readonly ChatId[]
  /** The id of the last snapshot: what is told after it followed this. */
  readonly from: string
  /** The id of every snapshot before the last: whoever is cut off there lacks the others, and starts over. */
  readonly startOver: string
  readonly missed: readonly PublishedEvent[]
  readonly events: AsyncIterable<PublishedEvent>
  leave(): void
}

export function createEventHub(randomBytes: (count: number) => Uint8Array): EventHub {
  const ids = createEventIds(randomBytes)
  const list = createEventRing(0)
  /** Least recently used first. */
  const rings = new Map<ChatId, EventRing>()
  const watchers = new Set<{ readonly chats: ReadonlySet<ChatId>; readonly queue: EventQueue }>()
  let forgottenThrough = 0
  let newest = 1
  let closed = false

  function ringOf(chatId: ChatId): EventRing {
    const ring = rings.get(chatId) ?? createEventRing(forgottenThrough)
    rings.delete(chatId)
    rings.set(chatId, ring)
    return ring
  }

  function forgetIdleRings() {
    for (const [chatId, ring] of rings) {
      if (rings.size <= MOST_RINGS) return
      rings.delete(chatId)
      forgottenThrough = Math.max(forgottenThrough, ring.newest())
    }
  }

  /** Null when not even the chat list can be resumed. */
  function missedBy(chats: ReadonlySet<ChatId>, lastEventId: string | null) {
    const number = ids.numberIn(lastEventId)
    const listed = number === null || number > newest ? null : list.after(number)
    if (number === null || listed === null) return null
    const unserved: ChatId[] = []
    const missed: NumberedEvent[] = [...listed]
    for (const chatId of chats) {
      const followed = (rings.get(chatId) ?? createEventRing(forgottenThrough)).after(number)
      if (followed === null) unserved.push(chatId)
      else missed.push(...followed)
    }
    missed.sort((one, other) => one.number - other.number)
    return { unserved, missed: missed.map(event => event.published), from: ids.at(number) }
  }

  return {
    publish(event) {
      newest += 1
      const numbered = { number: newest, size: eventSize(event), published: { id: ids.at(newest), event } }
      const ring = event.kind === 'chat-changed' ? list : ringOf(event.chatId)
      ring.add(numbered)
      forgetIdleRings()
      for (const watcher of watchers) {
        if (event.kind !== 'chat-changed' && !watcher.chats.has(event.chatId)) continue
        if (!watcher.queue.push(numbered)) watchers.delete(watcher)
      }
    },
    subscribe(chats, lastEventId) {
      const resumed = missedBy(chats, lastEventId) ?? { unserved: [...chats], missed: [], from: ids.at(newest) }
      const watcher = { chats, queue: createEventQueue() }
      if (closed) watcher.queue.end()
      else watchers.add(watcher)
      return {
        ...resumed,
        startOver: ids.startOver,
        events: watcher.queue.events,
        leave() {
          watchers.delete(watcher)
          watcher.queue.drop()
        },
      }
    },
    close() {
      closed = true
      for (const watcher of watchers) watcher.queue.end()
      watchers.clear()
    },
  }
}
