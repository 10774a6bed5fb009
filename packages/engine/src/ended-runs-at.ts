import type { ChatId, MessageId, RunId } from '@stet/history'
import { fromRunRow, fromWaitingRow, listRows, RUNS_SHELF, WAITING_SHELF } from '@stet/store'
import type { EngineRoom } from './engine-room.ts'

/** The runs that messages still wait for, and that ended at one of these messages. */
export async function endedRunsAt(
  { store, live }: Pick<EngineRoom, 'store' | 'live'>,
  chatId: ChatId,
  ids: ReadonlySet<MessageId>,
): Promise<readonly RunId[]> {
  const awaited = new Set<RunId>()
  for await (const row of listRows(store, WAITING_SHELF, { by: { parent: chatId } })) {
    const waiting = fromWaitingRow(row)
    if (!('unreadable' in waiting)) awaited.add(waiting.runId)
  }
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
