import type { Compaction } from '@stet/api/client'

/** What is being summarised, and how far it is. */
export function compactionTitle({ messages, chunk }: Pick<Compaction, 'messages' | 'chunk'>): string {
  const what = messages === 0 ? 'the summary anew' : `${messages} ${messages === 1 ? 'message' : 'messages'}`
  return chunk.of > 1 ? `Summarising ${what} … ${chunk.number} of ${chunk.of}` : `Summarising ${what} …`
}

/** How much of it is done, before the part that is at work; null where there is only one. */
export function compactionShare({ chunk }: Pick<Compaction, 'chunk'>): number | null {
  return chunk.of > 1 ? Math.min(1, Math.max(0, (chunk.number - 1) / chunk.of)) : null
}
