import type { EngineRoom } from '../engine-room.ts'
import type { CompactionFact } from '../event.ts'

/** What a page that loads now sees, and what one that watches hears, are told together. */
export function tellCompaction({ compactions, hub }: EngineRoom, fact: CompactionFact): void {
  compactions.apply(fact)
  hub.publish(fact)
}
