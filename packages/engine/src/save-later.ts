import type { EngineRoom } from './engine-room.ts'
import type { StartedRun } from './started-run.ts'
import { writeForRun } from './write-for-run.ts'

const PAUSE_MS = 10_000

/**
 * Tries until the store takes what it refused, such as when there is space again. Closing tries one last time. Whether it was taken.
 */
export async function saveLater(
  room: EngineRoom,
  started: StartedRun,
  write: () => Promise<unknown>,
): Promise<boolean> {
  const { runId, chatId } = started.live
  for (let last = false; !last; ) {
    last = room.tasks.closing.aborted
    if (!last) await room.pause(PAUSE_MS, room.tasks.closing)
    const wrote = await writeForRun(room, started, write)
    if (wrote.kind === 'refused') continue
    if (wrote.kind === 'taken-over') room.live.remove(started.live)
    return wrote.kind === 'saved'
  }
  room.log.error('an answer is kept in the journal alone', { runId, chatId })
  return false
}
