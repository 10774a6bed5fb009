import type { ChatId, MessageId, RunId } from '@stet/history'
import { fromRunRow, fromWaitingRow, listRows, RUNS_SHELF, WAITING_SHELF } from '@stet/store'
import { type ClosedStep, closeStep } from './close-step.ts'
import type { EngineRoom } from './engine-room.ts'
import { takeWaiting } from './take-waiting.ts'

interface Place {
  readonly chatId: ChatId
  readonly parentId: MessageId | null
  readonly at: number
}

/** Closes an open step, and lets go what still waits for a run that ended there without taking it (R10). */
export async function prepareBelow(room: EngineRoom, place: Place): Promise<ClosedStep> {
  const { chatId, parentId } = place
  let below = await closeStep(room, place)
  if (parentId === null) return below
  for (const runId of await endedRunsAt(room, chatId, parentId)) {
    if (below.last === null) break
    const taken = await takeWaiting(room, { chatId, runId, below: below.last })
    below = {
      calls: below.calls,
      messages: [...below.messages, ...taken.messages],
      operations: [...below.operations, ...taken.operations],
      last: taken.last ?? below.last,
    }
  }
  return below
}

/** The runs that messages wait for, which ended at this message. */
async function endedRunsAt({ store, live }: EngineRoom, chatId: ChatId, id: MessageId): Promise<readonly RunId[]> {
  const awaited = new Set<RunId>()
  for await (const row of listRows(store, WAITING_SHELF, { by: { parent: chatId } })) {
    const waiting = fromWaitingRow(row)
    if (!('unreadable' in waiting)) awaited.add(waiting.runId)
  }
  const active = new Set(live.active(chatId).map(({ runId }) => runId))
  const idle = [...awaited].filter(runId => !active.has(runId))
  const rows = await store.getMany(RUNS_SHELF, idle)
  return rows.flatMap(row => {
    const run = row === null ? null : fromRunRow(row)
    if (run === null || 'unreadable' in run) return []
    return run.messageId === id || run.below === id ? [run.id] : []
  })
}
