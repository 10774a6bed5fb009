import { isId, type Json, type RunId } from '@stet/history'
import type { StopCommand, Stopped } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { readChat } from '../record/read-chat.ts'

/** Cuts the provider's stream at once; answers when what had arrived stands in the record. */
export async function stop(
  engine: EngineContext,
  { key, chatId, runId, compactionId = null }: StopCommand,
): Promise<Stopped> {
  const input = compactionId === null ? [chatId, runId] : [chatId, runId, compactionId]
  const command = { key, command: 'stop', input, toAnswer: toStopped }
  const everything = runId === null && compactionId === null
  return engine.commands.once(command, async keep => {
    await readChat(engine.store, chatId)
    const runs = engine.live.active(chatId).filter(run => everything || run.runId === runId)
    const summaries = engine.compactions.byHand(chatId).filter(({ id }) => everything || id === compactionId)
    for (const run of runs) run.cut('stopped')
    for (const summary of summaries) summary.cut()
    await Promise.all([...runs, ...summaries].map(work => work.ended))
    const stopped = { runIds: runs.map(run => run.runId) }
    await engine.store.write([keep(stopped)])
    return stopped
  })
}

function toStopped(answer: Json): Stopped {
  if (typeof answer === 'object' && answer !== null && 'runIds' in answer && Array.isArray(answer.runIds)) {
    const runIds: readonly unknown[] = answer.runIds
    const read = runIds.filter((id): id is RunId => typeof id === 'string' && isId('run', id))
    if (read.length === runIds.length) return { runIds: read }
  }
  throw new Error('the stored answer of a stop cannot be read')
}
