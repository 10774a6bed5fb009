import type { AssistantMessage, ChatId, MessageId } from '@stet/history'
import type { Store } from '@stet/store'
import { EngineError } from './engine-error.ts'
import { readLink } from './read-link.ts'

/** An answer of this chat. */
export async function readAnswer(store: Store, chatId: ChatId, id: MessageId): Promise<AssistantMessage> {
  const message = await readLink(store, chatId, id)
  if (message?.role === 'assistant') return message
  throw new EngineError('message-not-found', `there is no answer ${id} in this chat`)
}
