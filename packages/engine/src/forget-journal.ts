import type { Run } from '@stet/store'
import type { EngineRoom } from './engine-room.ts'

/** The message stands, so its stream in the journal is spent. One that cannot be dropped is dropped at the next start. */
export async function forgetJournal({ journal, log }: Pick<EngineRoom, 'journal' | 'log'>, run: Run): Promise<void> {
  try {
    await journal.drop([run.messageId])
  } catch (error) {
    log.warn('a spent stream stays in the journal', { runId: run.id, error })
  }
}
