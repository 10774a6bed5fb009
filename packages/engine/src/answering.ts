import type { ChatId } from '@stet/history'
import type { Answering } from './engine.ts'
import type { EngineRoom } from './engine-room.ts'
import { readChat } from './read-chat.ts'
import { findFacts } from './read-facts.ts'

/** How a chat is answered now: by which model, at which prices, and which of its settings that model cannot take. */
export async function answering(room: EngineRoom, chatId: ChatId): Promise<Answering> {
  const { chat } = await readChat(room.store, chatId)
  const { model: choice, answer: settings } = chat.settings
  const found = await findFacts(room, choice)
  if (found.facts === null) {
    return { settings, choice, facts: null, prices: null, because: found.because, notApplied: [] }
  }
  const [prices, notApplied] = await Promise.all([room.models.prices(choice), room.models.notApplied(choice, settings)])
  return { settings, choice, facts: found.facts, prices, because: null, notApplied }
}
