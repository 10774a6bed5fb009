import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import type { ChatId } from '@stet/history'
import type { EngineContext } from '../../engine-context.ts'
import { readChat } from '../../record/read-chat.ts'

/** Closes the provider's stream at once; returns when what had arrived is saved. */
export async function stop(engine: EngineContext, command: ChatCommand<'stop'>): Promise<ChatAnswer<'stop'>> {
  const { chatId, runId = null, compactionId = null } = command
  const everything = runId === null && compactionId === null
  return engine.commands.once(CHAT_COMMANDS.stop, command, async keep => {
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

/** Stops whatever runs in a chat, and returns when it has ended. */
export async function stopAll(
  { live, compactions }: Pick<EngineContext, 'live' | 'compactions'>,
  chatId: ChatId,
): Promise<void> {
  const runs = live.active(chatId)
  const summaries = compactions.byHand(chatId)
  for (const run of runs) run.cut('stopped')
  for (const summary of summaries) summary.cut()
  await Promise.all([...runs, ...summaries].map(work => work.ended))
}
