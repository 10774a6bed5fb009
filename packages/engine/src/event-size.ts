import type { ChatEvent } from './event.ts'

/** About how many characters an event holds in memory and on the wire: what bounds rings and queues, besides their length. */
export function eventSize(event: ChatEvent): number {
  return event.kind === 'part-delta' ? event.text.length : JSON.stringify(event).length
}
