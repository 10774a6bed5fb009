import { DESK_COMMANDS } from '@stet/commands'
import { type Commands, defaultContextSettings, EngineError, toChatEntry } from '@stet/engine'
import {
  type Chat,
  type ChatId,
  type ChatSettings,
  defaultAnswerSettings,
  type ModelFacts,
  makeId,
} from '@stet/history'
import { CHATS_SHELF, type Cursor, chatList, fromChatRow, type ReadRow, toChatPut } from '@stet/store'
import type { ChatPage, DeskDeps, ListChatsQuery, ListedChat } from './desk.ts'
import { defaultWorkspace, findDefaultModel } from './workspace.ts'

/** An empty chat in the default workspace. The same command again returns the same chat. */
export async function createChat(deps: DeskDeps, commands: Commands, key: string): Promise<ChatId> {
  const { store, events, clock, randomBytes } = deps
  return commands.once(DESK_COMMANDS.createChat, { key }, async keep => {
    const { workspace } = await defaultWorkspace(deps)
    const { model } = await findDefaultModel(deps, workspace)
    const at = clock()
    const blank: Chat = {
      id: makeId('chat', randomBytes(20)),
      workspaceId: workspace.id,
      place: 'open',
      createdAt: at,
      activeAt: at,
      title: null,
      settings: settingsFor(model),
      tip: null,
      recentTips: [],
      marks: [],
      lifts: [],
      prompt: null,
      forkedFrom: null,
      calledBy: null,
      roots: [],
    }
    const chat = { ...blank, prompt: await deps.renderPrompt(blank) }
    await store.write([toChatPut(chat, { expect: 0, order: 'next' }), keep(chat.id)])
    events.publish({ kind: 'chat-changed', chatId: chat.id, chat })
    return chat.id
  })
}

/** What a new chat starts from. */
function settingsFor(facts: ModelFacts): ChatSettings {
  const { definition, model } = facts
  return {
    model: { definition, model },
    systemPrompt: '',
    context: defaultContextSettings(facts),
    answer: defaultAnswerSettings,
    tools: [],
  }
}

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
  return { kind: 'chat', chat: toChatEntry(chat), running: running(chat.id) }
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
    throw new EngineError('invalid', 'after: not the `next` of a page')
  }
  return { order: Number(order), id }
}
