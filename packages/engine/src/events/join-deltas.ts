import type { PublishedEvent } from '../view/event.ts'

/** Joins deltas that continue each other into one event. */
export function joinDeltas(events: readonly PublishedEvent[]): readonly PublishedEvent[] {
  const joined: PublishedEvent[] = []
  for (const next of events) {
    const last = joined.at(-1)
    const both = last === undefined ? null : joinDelta(last, next)
    if (both === null) joined.push(next)
    else joined[joined.length - 1] = both
  }
  return joined
}

/** Two deltas as one, with the second one's id. Null when the second does not continue the first. */
export function joinDelta({ event: before }: PublishedEvent, { id, event }: PublishedEvent): PublishedEvent | null {
  if (before.kind !== 'part-delta' || event.kind !== 'part-delta') return null
  const continues =
    event.messageId === before.messageId && event.part === before.part && event.at === before.at + before.text.length
  return continues ? { id, event: { ...before, text: before.text + event.text } } : null
}
