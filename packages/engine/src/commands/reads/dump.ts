import type { ChatId, Message } from '@stet/history'
import { fromMessageRow, listRows, MESSAGES_SHELF, type Store } from '@stet/store'
import type { Dump } from '../../engine.ts'
import { readChat } from '../../record/read-chat.ts'

export async function dumpChat(store: Store, chatId: ChatId): Promise<Dump> {
  const { chat } = await readChat(store, chatId)
  return { chat, messages: messagesOf(store, chatId) }
}

async function* messagesOf(store: Store, chatId: ChatId): AsyncGenerator<Message> {
  for await (const row of listRows(store, MESSAGES_SHELF, { by: { parent: chatId } })) yield fromMessageRow(row)
}
