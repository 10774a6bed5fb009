import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import { defaultContextSettings } from '@stet/context'
import type { ChatId, ChatSettings, ModelChoice } from '@stet/history'
import { findFacts } from '../compaction/read-facts.ts'
import type { Answering } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { readChat } from '../record/read-chat.ts'
import { EngineError } from '../runtime/engine-error.ts'
import { changeChat } from './change-chat.ts'

/** Which model answers from the next message on. One that nothing is known of is refused: the next message could not be sent. */
export async function changeModel(engine: EngineContext, command: ChatCommand<'changeModel'>): Promise<void> {
  const { definition, model } = command
  await changeChat(engine, CHAT_COMMANDS.changeModel, command, async chat => ({
    ...chat,
    settings: await withModel(engine, chat.settings, { definition, model }),
  }))
}

/**
 * Whether marks for the cache are sent is decided by the model a chat starts with (C14). Where that was not changed by hand, it follows
 * the model: a chat begun with one that has no cache would else pay for its whole prefix again with each message of one that has.
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

/** How a chat is answered now: by which model, at which prices, and which of its settings that model cannot take. */
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
