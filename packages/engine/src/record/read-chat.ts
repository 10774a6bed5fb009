import type { Chat, ChatId } from '@stet/history'
import { CHATS_SHELF, fromChatRow, type ReadRow, type Store } from '@stet/store'
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
  const chat = openChat(store, row)
  if ('unreadable' in chat) {
    throw new EngineError('chat-unreadable', `the chat ${chatId} cannot be opened: ${chat.unreadable}`)
  }
  return { chat, version: row.version, order: row.order }
}

const MOST_CHATS = 32

interface OpenedChat {
  readonly body: Uint8Array
  readonly chat: Chat
}

/** The chats that were read last. A run reads its chat several times in each step, and parsing all its settings takes longer than that. */
const opened = new WeakMap<Store, Map<string, OpenedChat>>()

function openChat(store: Store, row: ReadRow): ReturnType<typeof fromChatRow> {
  const known = opened.get(store) ?? new Map<string, OpenedChat>()
  opened.set(store, known)
  const before = known.get(row.id)
  if (before !== undefined && 'body' in row && areSame(before.body, row.body)) return asNew(before.chat)
  const chat = fromChatRow(row)
  if ('unreadable' in chat || !('body' in row)) return chat
  const [oldest] = known.keys()
  if (known.size >= MOST_CHATS && oldest !== undefined) known.delete(oldest)
  known.set(row.id, { body: row.body, chat })
  return asNew(chat)
}

/** A run keeps the tools it started with by the object of its settings, so that no two reads may share one (see `Toolbox`). */
function asNew(chat: Chat): Chat {
  return { ...chat, settings: { ...chat.settings } }
}

function areSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

function chatNotFound(chatId: ChatId): EngineError {
  return new EngineError('chat-not-found', `there is no chat ${chatId}`)
}
