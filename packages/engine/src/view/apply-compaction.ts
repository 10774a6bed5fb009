import type { Compaction } from './compaction.ts'
import type { CompactionFact } from './event.ts'

/** The compactions of a chat after an event about one of them. Used by pages and by the engine. */
export function applyCompaction(compactions: readonly Compaction[], fact: CompactionFact): readonly Compaction[] {
  switch (fact.kind) {
    case 'compaction-started':
      return withStarted(compactions, fact.compaction)
    case 'compaction-changed':
      return compactions.map(one =>
        one.id === fact.id && one.chunk.number <= fact.chunk.number
          ? { ...one, chunk: fact.chunk, retry: fact.retry }
          : one,
      )
    case 'compaction-ended':
      return compactions.flatMap(one => (one.id === fact.id ? ended(one, fact.trouble) : [one]))
    case 'compaction-dismissed':
      return compactions.filter(one => one.id !== fact.id)
  }
}

function withStarted(compactions: readonly Compaction[], compaction: Compaction): readonly Compaction[] {
  const known = compactions.some(({ id }) => id === compaction.id)
  // Even if it is known already: a replayed event may have brought back one that failed before it.
  const left = compactions.filter(({ id, state }) => state === 'working' || id === compaction.id)
  return known ? left : [...left, compaction]
}

// When a run's compaction fails, the chat itself shows what happened instead: a truncation, or a request without a summary.
function ended(compaction: Compaction, trouble: string | null): readonly Compaction[] {
  if (trouble === null || compaction.by.kind === 'run') return []
  return [{ ...compaction, state: 'failed', retry: null, trouble }]
}
