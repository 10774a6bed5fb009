import { createTokenCounts, type TokenCounts } from '@stet/context'
import type { ChatId, ModelChoice } from '@stet/history'

/** Chats at work at once, with room to spare; one that is forgotten is counted again. */
const MOST_CHATS = 64

/** Counts per chat and model, so that a message is counted once and not at every letter that is typed below it. */
export interface TokenMemory {
  of(chatId: ChatId, model: ModelChoice): TokenCounts
}

export function createTokenMemory(): TokenMemory {
  const remembered = new Map<string, TokenCounts>()
  return {
    of(chatId, { definition, model }) {
      const key = JSON.stringify([chatId, definition, model])
      const tokens = remembered.get(key) ?? createTokenCounts()
      remembered.delete(key)
      remembered.set(key, tokens)
      const oldest = remembered.keys().next()
      if (remembered.size > MOST_CHATS && oldest.done !== true) remembered.delete(oldest.value)
      return tokens
    },
  }
}
