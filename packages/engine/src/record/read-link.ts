import { type AssistantMessage, type ChatId, isAside, type LinkMessage, type MessageId } from '@stet/history'
import { fromMessageRow, MESSAGES_SHELF, type Store } from '@stet/store'
import { EngineError } from '../runtime/engine-error.ts'

/** A link of this chat; null for an unknown id, a message of another chat, or an aside, without a difference (FH-7). */
export async function readLink(store: Store, chatId: ChatId, id: MessageId): Promise<LinkMessage | null> {
  const row = await store.get(MESSAGES_SHELF, id)
  const message = row === null ? null : fromMessageRow(row)
  return message === null || message.chatId !== chatId || isAside(message) ? null : message
}

/** An answer of this chat. */
export async function readAnswer(store: Store, chatId: ChatId, id: MessageId): Promise<AssistantMessage> {
  const message = await readLink(store, chatId, id)
  if (message?.role === 'assistant') return message
  throw new EngineError('message-not-found', `there is no answer ${id} in this chat`)
}
