import type { PublishedEvent } from '../view/event.ts'
import type { NumberedEvent } from './event-ring.ts'
import { joinDelta } from './join-deltas.ts'

const MOST_EVENTS = 1000
const MOST_CHARACTERS = 4_000_000
/** What is taken at once waits elsewhere, where nothing bounds it. */
const MOST_TAKEN_CHARACTERS = 64_000

/** What waits for one watcher. It is bounded: a watcher that does not read is ended, and comes back to be resynchronised (FE-4). */
export interface EventQueue {
  /** False when the watcher was too slow and has been ended. */
  push(event: NumberedEvent): boolean
  /** Ends the watcher behind what waits for it. */
  end(): void
  /** Ends the watcher at once. */
  drop(): void
  /** The oldest that waits, or the next to come; null when the subscriber has been ended. One caller at a time. */
  next(): Promise<PublishedEvent | null>
  /** What waits already, oldest first, about as much as makes one write. */
  takeReady(): readonly PublishedEvent[]
}

export function createEventQueue(): EventQueue {
  let waiting: NumberedEvent[] = []
  let characters = 0
  let ended = false
  let wake: (() => void) | null = null

  function stir() {
    wake?.()
    wake = null
  }

  function end() {
    ended = true
    stir()
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
      // A single event may be larger than the queue: one that waits alone is always taken, or it could never be told.
      if (tooMany || (waiting.length > 0 && characters + event.size > MOST_CHARACTERS)) {
        drop()
        return false
      }
      if (both === null) waiting.push(event)
      else waiting[waiting.length - 1] = both
      characters += event.size
      stir()
      return true
    },
    end,
    drop,
    next,
    takeReady() {
      let size = 0
      let count = 0
      for (const event of waiting) {
        if (size > MOST_TAKEN_CHARACTERS) break
        size += event.size
        count += 1
      }
      characters -= size
      return waiting.splice(0, count).map(event => event.published)
    },
  }
}

function joinNumbered(last: NumberedEvent, next: NumberedEvent): NumberedEvent | null {
  const published = joinDelta(last.published, next.published)
  return published && { number: next.number, size: last.size + next.size, published }
}
