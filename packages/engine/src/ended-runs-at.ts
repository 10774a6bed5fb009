import type { ChatId, MessageId, RunId } from '@stet/history'
import { fromRunRow, RUNS_SHELF } from '@stet/store'
import type { EngineRoom } from './engine-room.ts'
import { readWaiting } from './read-waiting.ts'

/** The runs that messages still wait for, and that ended at one of these messages. */
export async function endedRunsAt(
  room: Pick<EngineRoom, 'store' | 'live' | 'log'>,
  chatId: ChatId,
  ids: ReadonlySet<MessageId>,
): Promise<readonly RunId[]> {
  const awaited = new Set((await readWaiting(room, chatId)).map(({ message }) => message.runId))
  const { store, live } = room
  const active = new Set(live.active(chatId).map(({ runId }) => runId))
  const rows = await store.getMany(
    RUNS_SHELF,
    [...awaited].filter(runId => !active.has(runId)),
  )
  return rows.flatMap(row => {
    const run = row === null ? null : fromRunRow(row)
    if (run === null || 'unreadable' in run) return []
    return ids.has(run.messageId) || ids.has(run.below) ? [run.id] : []
  })
}
