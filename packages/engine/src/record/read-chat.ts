import type { Chat, ChatId } from '@stet/history'
import { CHATS_SHELF, fromChatRow, type Store } from '@stet/store'
import { EngineError } from '../runtime/engine-error.ts'

export interface ChatRow {
  readonly chat: Chat
  readonly version: number
  readonly order: number
}

export async function readChat(store: Store, chatId: ChatId): Promise<ChatRow> {
  const row = await store.get(CHATS_SHELF, chatId)
  if (row === null) throw new EngineError('chat-not-found', `there is no chat ${chatId}`)
  const chat = fromChatRow(row)
  if ('unreadable' in chat) {
    throw new EngineError('chat-unreadable', `the chat ${chatId} cannot be opened: ${chat.unreadable}`)
  }
  return { chat, version: row.version, order: row.order }
}
