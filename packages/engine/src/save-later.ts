import type { EngineRoom } from './engine-room.ts'
import { forgetJournal } from './forget-journal.ts'
import { type EndedRun, settle } from './settle.ts'

const PAUSE_MS = 10_000

/** Tries until the store takes an answer that it refused, such as when there is space again. Closing tries one last time. */
export async function saveLater(room: EngineRoom, ended: EndedRun): Promise<void> {
  const { run, live } = ended
  for (let last = false; !last; ) {
    last = room.tasks.closing.aborted
    if (!last) await room.pause(PAUSE_MS, room.tasks.closing)
    const settled = await settle(room, ended)
    if (settled.kind === 'refused') continue
    if (settled.kind === 'taken-over') room.live.remove(live)
    else await forgetJournal(room, run)
    return
  }
  room.log.error('an answer is kept in the journal alone', { runId: run.id, chatId: run.chatId })
}
