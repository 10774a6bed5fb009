import { defaultContextSettings } from '@stet/context'
import type { ChatSettings, ModelChoice } from '@stet/history'
import { changeChat } from './change-chat.ts'
import type { ChangeModelCommand } from './engine.ts'
import { EngineError } from './engine-error.ts'
import type { EngineRoom } from './engine-room.ts'
import { findFacts } from './read-facts.ts'

/** Which model answers from the next message on. One that nothing is known of is refused: the next message could not be sent. */
export async function changeModel(room: EngineRoom, { key, chatId, model: chosen }: ChangeModelCommand): Promise<void> {
  const { definition, model } = chosen
  await changeChat(room, {
    key,
    chatId,
    command: 'change-model',
    input: [definition, model],
    change: async chat => ({ ...chat, settings: await withModel(room, chat.settings, { definition, model }) }),
  })
}

/**
 * Whether marks for the cache are sent is decided by the model a chat starts with (C14). Where that was not changed by hand, it follows
 * the model: a chat begun with one that has no cache would else pay for its whole prefix again with each message of one that has.
 */
async function withModel(room: EngineRoom, settings: ChatSettings, model: ModelChoice): Promise<ChatSettings> {
  const found = await findFacts(room, model)
  if (found.facts === null) throw new EngineError('model-not-found', found.because, 'model')
  const { facts: before } = await findFacts(room, settings.model)
  const { cache } = settings.context
  const untouched = before !== null && defaultContextSettings(before).cache === cache
  const context = untouched
    ? { ...settings.context, cache: defaultContextSettings(found.facts).cache }
    : settings.context
  return { ...settings, model, context }
}
