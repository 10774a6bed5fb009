import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import { defaultContextSettings } from '@stet/context'
import type { ChatId, ChatSettings, ModelChoice } from '@stet/history'
import { findFacts } from '../compaction/read-facts.ts'
import type { Answering } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { readChat } from '../record/read-chat.ts'
import { EngineError } from '../runtime/engine-error.ts'
import { changeChat } from './change-chat.ts'

/** Chooses the model that answers from the next message on. An unknown one is refused: the next message could not be sent. */
export async function changeModel(engine: EngineContext, command: ChatCommand<'changeModel'>): Promise<void> {
  const { definition, model } = command
  await changeChat(engine, CHAT_COMMANDS.changeModel, command, async chat => ({
    ...chat,
    settings: await withModel(engine, chat.settings, { definition, model }),
  }))
}

/**
 * The cache setting follows the model unless the user changed it (C14). A chat started with a model that has no cache would otherwise pay for
 * its whole prefix with each message to one that has.
 */
async function withModel(engine: EngineContext, settings: ChatSettings, model: ModelChoice): Promise<ChatSettings> {
  const found = await findFacts(engine, model)
  if (found.facts === null) throw new EngineError('model-not-found', found.because, 'model')
  const { facts: before } = await findFacts(engine, settings.model)
  const { cache } = settings.context
  const untouched = before !== null && defaultContextSettings(before).cache === cache
  const context = untouched
    ? { ...settings.context, cache: defaultContextSettings(found.facts).cache }
    : settings.context
  return { ...settings, model, context }
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
