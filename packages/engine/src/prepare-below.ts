import type { ChatId, MessageId } from '@stet/history'
import { type ClosedStep, closeStep } from './close-step.ts'
import { endedRunsAt } from './ended-runs-at.ts'
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
  const below = await closeStep(room, place)
  if (parentId === null || below.last === null) return below
  const runs = new Set(await endedRunsAt(room, chatId, new Set([parentId])))
  if (runs.size === 0) return below
  const taken = await takeWaiting(room, { chatId, runs, below: below.last, stands: parentId })
  return {
    calls: below.calls,
    messages: [...below.messages, ...taken.messages],
    operations: [...below.operations, ...taken.operations],
    last: taken.last ?? below.last,
  }
}
