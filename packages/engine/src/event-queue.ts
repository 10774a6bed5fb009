import type { PublishedEvent } from './event.ts'
import { eventSize } from './event-size.ts'

const MOST_EVENTS = 1000
const MOST_CHARACTERS = 4_000_000

/** What waits for one watcher. It is bounded: a watcher that does not read is ended, and comes back to be resynchronised (FE-4). */
export interface EventQueue {
  /** False when the watcher was too slow and has been ended. */
  push(event: PublishedEvent): boolean
  /** Ends the watcher behind what waits for it. */
  end(): void
  /** Ends the watcher at once. */
  drop(): void
  readonly events: AsyncIterable<PublishedEvent>
}

export function createEventQueue(): EventQueue {
  let waiting: PublishedEvent[] = []
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

  async function* events(): AsyncGenerator<PublishedEvent> {
    for (;;) {
      const event = waiting.shift()
      if (event !== undefined) {
        characters -= eventSize(event.event)
        yield event
      } else if (ended) {
        return
      } else {
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    }
  }

  return {
    push(event) {
      if (ended) return false
      const size = eventSize(event.event)
      // A single event may be larger than the queue: one that waits alone is always taken, or it could never be told.
      if (waiting.length >= MOST_EVENTS || (waiting.length > 0 && characters + size > MOST_CHARACTERS)) {
        drop()
        return false
      }
      waiting.push(event)
      characters += size
      stir()
      return true
    },
    end,
    drop,
    events: events(),
  }
}
