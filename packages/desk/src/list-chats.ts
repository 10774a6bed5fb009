import { EngineError } from '@stet/engine'
import type { ChatId } from '@stet/history'
import { CHATS_SHELF, type Cursor, chatList, fromChatRow, type ReadRow } from '@stet/store'
import { defaultWorkspace } from './default-workspace.ts'
import type { ChatPage, ListChatsQuery, ListedChat } from './desk.ts'
import type { DeskDeps } from './desk-deps.ts'

const MOST_CHATS = 200

/** Most recently active first, by the order of the rows: clocks jump (FH-11). */
export async function listChats(deps: DeskDeps, { limit, after }: ListChatsQuery): Promise<ChatPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_CHATS) {
    throw new EngineError('invalid', `limit: a number from 1 to ${MOST_CHATS} is needed`)
  }
  const cursor = after === null ? {} : { after: toCursor(after) }
  const { workspace } = await defaultWorkspace(deps)
  const by = { parent: chatList(workspace.id, 'open') }
  const page = await deps.store.list(CHATS_SHELF, { by, limit, reverse: true, ...cursor })
  return {
    chats: page.rows.map(row => toListed(row, deps)),
    next: page.next === null ? null : fromCursor(page.next),
  }
}

function toListed(row: ReadRow, { running }: DeskDeps): ListedChat {
  const chat = fromChatRow(row)
  if ('unreadable' in chat) return { kind: 'unreadable', id: toChatId(row.id), because: chat.unreadable }
  return { kind: 'chat', chat, running: running(chat.id) }
}

/** Any row of the shelf is a chat, also one whose body cannot be opened. */
function toChatId(id: string): ChatId {
  if (!id.startsWith('chat_')) throw new Error(`${CHATS_SHELF}/${id} does not have the id of a chat`)
  return `chat_${id.slice('chat_'.length)}`
}

function fromCursor({ order, id }: Cursor): string {
  return `${order}.${id}`
}

function toCursor(text: string): Cursor {
  const [, order, id] = /^(-?\d{1,16})\.([\w/]{1,200})$/.exec(text) ?? []
  if (order === undefined || id === undefined) {
    throw new EngineError('invalid', 'after: only what a page gave as its next is understood')
  }
  return { order: Number(order), id }
}
