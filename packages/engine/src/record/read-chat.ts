import type { Chat, ChatId } from '@stet/history'
import { CHATS_SHELF, fromChatRow, type Store } from '@stet/store'
import { EngineError } from '../runtime/engine-error.ts'

export interface ChatRow {
  readonly chat: Chat
  readonly version: number
  readonly order: number
}

/** Throws `chat-not-found` for a chat that does not exist; one that cannot be read does. */
export async function checkChat(store: Store, chatId: ChatId): Promise<void> {
  if ((await store.get(CHATS_SHELF, chatId)) === null) throw chatNotFound(chatId)
}

export async function readChat(store: Store, chatId: ChatId): Promise<ChatRow> {
  const row = await store.get(CHATS_SHELF, chatId)
  if (row === null) throw chatNotFound(chatId)
  const chat = fromChatRow(row)
  if ('unreadable' in chat) {
    throw new EngineError('chat-unreadable', `the chat ${chatId} cannot be opened: ${chat.unreadable}`)
  }
  return { chat, version: row.version, order: row.order }
}

function chatNotFound(chatId: ChatId): EngineError {
  return new EngineError('chat-not-found', `there is no chat ${chatId}`)
}
