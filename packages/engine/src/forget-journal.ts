import type { Run } from '@stet/store'
import type { EngineRoom } from './engine-room.ts'

/** The message stands, so its stream in the journal is spent. One that cannot be dropped is dropped at the next start. */
export async function forgetJournal(
  { journal, log }: Pick<EngineRoom, 'journal' | 'log'>,
  { runId, messageId }: { readonly runId: Run['id']; readonly messageId: Run['messageId'] },
): Promise<void> {
  try {
    await journal.drop([messageId])
  } catch (error) {
    log.warn('a spent stream stays in the journal', { runId, error })
  }
}
