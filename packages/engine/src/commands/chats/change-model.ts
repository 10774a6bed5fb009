import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import type { ChatId } from '@stet/history'
import { findFacts } from '../../compaction/read-facts.ts'
import type { Answering } from '../../engine.ts'
import type { EngineContext } from '../../engine-context.ts'
import { readChat } from '../../record/read-chat.ts'
import { withModel } from '../../run/request/run-model.ts'
import { changeChat } from './change-chat.ts'

/** Chooses the model that answers from the next message on. An unknown one is refused: the next message could not be sent. */
export async function changeModel(engine: EngineContext, command: ChatCommand<'changeModel'>): Promise<void> {
  const { definition, model } = command
  await changeChat(engine, CHAT_COMMANDS.changeModel, command, async chat => ({
    ...chat,
    settings: await withModel(engine, chat.settings, { definition, model }),
  }))
}

/** The model that answers a chat now, its prices, and the settings it does not support. */
export async function answering(engine: EngineContext, chatId: ChatId): Promise<Answering> {
  const { chat } = await readChat(engine.store, chatId)
  const { model: choice, answer: settings } = chat.settings
  const found = await findFacts(engine, choice)
  if (found.facts === null) {
    return { settings, choice, facts: null, prices: null, because: found.because, notApplied: [] }
  }
  const [prices, notApplied] = await Promise.all([
    engine.models.prices(choice),
    engine.models.notApplied(choice, settings),
  ])
  return { settings, choice, facts: found.facts, prices, because: null, notApplied }
}
