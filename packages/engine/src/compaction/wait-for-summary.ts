import type { EngineRoom } from '../engine-room.ts'
import type { LiveRun } from '../live-runs.ts'

/** A message that was sent while a summary is made by hand is answered with the summary, or with why there is none: it waits for it. */
export async function waitForSummary({ compactions }: EngineRoom, { chatId, signal }: LiveRun): Promise<void> {
  const summaries = compactions.byHand(chatId)
  if (summaries.length === 0 || signal.aborted) return
  const { promise: cut, resolve } = Promise.withResolvers<void>()
  const onAbort = () => resolve()
  signal.addEventListener('abort', onAbort)
  await Promise.race([Promise.all(summaries.map(({ ended }) => ended)), cut])
  signal.removeEventListener('abort', onAbort)
}
