import type { PublishedEvent } from '../view/event.ts'
import type { NumberedEvent } from './event-ring.ts'
import { joinDelta } from './join-deltas.ts'

/** A subscriber whose oldest queued event has waited for longer is behind. */
const BEHIND_MS = 1000
const MOST_EVENTS = 1000
const MOST_CHARACTERS = 4_000_000
/** Taken events wait in the connection, which has no limit. */
const MOST_TAKEN_CHARACTERS = 64_000

/** The events queued for one subscriber. Limited: a subscriber that does not read is ended, reconnects and gets a snapshot (FE-4). */
export interface EventQueue {
  /** False when the subscriber was too slow and has been ended. */
  push(event: NumberedEvent): boolean
  /** Ends the subscriber after its queued events. */
  end(): void
  /** Ends the subscriber at once. */
  drop(): void
  /** The oldest queued event, or the next one; null when the subscriber has been ended. One caller at a time. */
  next(): Promise<PublishedEvent | null>
  /** Takes queued events, oldest first, about as many as make one write. */
  takeReady(): readonly PublishedEvent[]
  /** Whether the oldest queued event has waited for more than a second. */
  isBehind(): boolean
}

export function createEventQueue(now: () => number): EventQueue {
  let waiting: NumberedEvent[] = []
  let characters = 0
  /** When the queue was last empty, or read. */
  let readAt = now()
  let ended = false
  let wake: (() => void) | null = null

  function wakeUp() {
    wake?.()
    wake = null
  }

  function end() {
    ended = true
    wakeUp()
  }

  function drop() {
    waiting = []
    end()
  }

  async function next(): Promise<PublishedEvent | null> {
    while (waiting.length === 0 && !ended) {
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
    const event = waiting.shift()
    readAt = now()
    if (event === undefined) return null
    characters -= event.size
    return event.published
  }

  return {
    push(event) {
      if (ended) return false
      const last = waiting.at(-1)
      const both = last === undefined ? null : joinNumbered(last, event)
      const tooMany = both === null && waiting.length >= MOST_EVENTS
      // A single event may exceed the limit: an empty queue always accepts one, or it could never be delivered.
      if (tooMany || (waiting.length > 0 && characters + event.size > MOST_CHARACTERS)) {
        drop()
        return false
      }
      if (waiting.length === 0) readAt = now()
      if (both === null) waiting.push(event)
      else waiting[waiting.length - 1] = both
      characters += event.size
      wakeUp()
      return true
    },
    end,
    drop,
    next,
    isBehind: () => waiting.length > 0 && now() - readAt > BEHIND_MS,
    takeReady() {
      let size = 0
      let count = 0
      for (const event of waiting) {
        if (size > MOST_TAKEN_CHARACTERS) break
        size += event.size
        count += 1
      }
      characters -= size
      readAt = now()
      return waiting.splice(0, count).map(event => event.published)
    },
  }
}

function joinNumbered(last: NumberedEvent, next: NumberedEvent): NumberedEvent | null {
  const published = joinDelta(last.published, next.published)
  return published && { number: next.number, size: last.size + next.size, published }
}
