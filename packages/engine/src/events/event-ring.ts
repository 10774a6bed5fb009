import type { PublishedEvent } from '../view/event.ts'

const MOST_EVENTS = 1024
const MOST_CHARACTERS = 1_000_000

export interface NumberedEvent {
  readonly number: number
  /** About how many characters it holds. */
  readonly size: number
  readonly published: PublishedEvent
}

/** The last events of one chat. It knows which events it has dropped, so that a stream never has a gap. */
export interface EventRing {
  add(event: NumberedEvent): void
  /** The events after a number, oldest first; null when some were dropped. */
  after(number: number): readonly NumberedEvent[] | null
  /** The number of the newest event, even if it was dropped already. */
  newest(): number
  /** How many events it holds, and about how many characters. */
  readonly events: number
  readonly characters: number
}

export function createEventRing(goneThrough: number): EventRing {
  const held: NumberedEvent[] = []
  let characters = 0
  let gone = goneThrough

  return {
    add(event) {
      held.push(event)
      characters += event.size
      while (held.length > MOST_EVENTS || characters > MOST_CHARACTERS) {
        const oldest = held.shift()
        if (oldest === undefined) break
        characters -= oldest.size
        gone = oldest.number
      }
    },
    after(number) {
      return number < gone ? null : held.filter(event => event.number > number)
    },
    newest() {
      return held.at(-1)?.number ?? gone
    },
    get events() {
      return held.length
    },
    get characters() {
      return characters
    },
  }
}
