import type { ChatId, MessageId } from '@stet/history'
import type { LiveRun, LiveRuns } from './live-runs.ts'

/** The run at work to which a message belongs: what is sent below it waits for that run (R10). */
export function runAbove(live: LiveRuns, chatId: ChatId, id: MessageId | null): LiveRun | null {
  if (id === null) return null
  return live.active(chatId).find(run => run.holds(id)) ?? null
}
