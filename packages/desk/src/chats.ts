import { type CommandOf, DESK_COMMANDS } from '@stet/commands'
import { type Commands, EngineError, startingSettings } from '@stet/engine'
import { blankChat, type Chat, type ChatId, makeId, toChatEntry, type WorkspaceId } from '@stet/history'
import { CHATS_SHELF, chatList, fromChatRow, type ReadRow, toChatPut } from '@stet/store'
import { fromCursor, toCursor } from './cursor.ts'
import type { ActiveChats, ChatPage, DeskDeps, ListChatsQuery, ListedChat } from './desk.ts'
import { DEFAULT_ID, readWorkspace, readWorkspaces } from './workspaces/read-workspaces.ts'
import { findStartingModel } from './workspaces/show-workspaces.ts'

/** An empty chat with a copy of its workspace's settings. The same command again returns the same chat. */
export async function createChat(
  deps: DeskDeps,
  commands: Commands,
  command: CommandOf<typeof DESK_COMMANDS.createChat>,
): Promise<ChatId> {
  const { store, events, clock, randomBytes } = deps
  return commands.once(DESK_COMMANDS.createChat, command, async keep => {
    const { workspace } = await readWorkspace(deps, command.workspaceId ?? DEFAULT_ID)
    const { model } = await findStartingModel(deps, workspace)
    const settings = startingSettings(workspace, model)
    const id = makeId('chat', randomBytes(20))
    const blank = blankChat({ id, workspaceId: workspace.id, at: clock(), settings })
    const chat: Chat = { ...blank, prompt: await deps.renderPrompt(blank) }
    await store.write([toChatPut(chat, { expect: 0, order: 'next' }), keep(chat.id)])
    events.publish({ kind: 'chat-changed', chatId: chat.id, chat })
    return chat.id
  })
}

const MOST_CHATS = 200

/** Most recently active first, by the order of the rows: clocks jump (FH-11). Without a workspace, of all of them. */
export async function listChats(deps: DeskDeps, query: ListChatsQuery): Promise<ChatPage> {
  const { place, limit, after, workspaceId } = query
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_CHATS) {
    throw new EngineError('invalid', `limit: a number from 1 to ${MOST_CHATS} is needed`)
  }
  const cursor = after === null ? {} : { after: toCursor(after) }
  const lists = (await workspacesOf(deps, workspaceId)).map(id => chatList(id, place))
  const pages = await deps.store.listMany(
    CHATS_SHELF,
    lists.map(parent => ({ by: { parent }, limit, reverse: true, ...cursor })),
  )
  const found = pages.flatMap(({ rows }) => rows).toSorted(byPlace)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const isMore = found.length > limit || pages.some(({ next }) => next !== null)
  return {
    chats: rows.map(row => toListed(row, deps)),
    next: isMore && last !== undefined ? fromCursor(last) : null,
  }
}

async function workspacesOf(deps: DeskDeps, workspaceId: WorkspaceId | undefined): Promise<readonly WorkspaceId[]> {
  if (workspaceId !== undefined) return [(await readWorkspace(deps, workspaceId)).workspace.id]
  return (await readWorkspaces(deps)).map(listed => ('workspace' in listed ? listed.workspace.id : listed.id))
}

/** As a backend lists them in reverse. */
function byPlace(one: ReadRow, other: ReadRow): number {
  return other.order - one.order || (one.id < other.id ? 1 : -1)
}

/** More than these nobody can look after; the list shows each of the others at its place. */
const MOST_ACTIVE = 50

/** Chats that calls have are shown by the chats of those calls. */
export async function activeChats(deps: DeskDeps): Promise<ActiveChats> {
  const rows = await deps.store.getMany(CHATS_SHELF, deps.activeChats().slice(0, MOST_ACTIVE))
  const chats = rows.flatMap(row => (row === null ? [] : [fromChatRow(row)]))
  const shown = chats.flatMap(chat =>
    'unreadable' in chat || chat.calledBy !== null || chat.deleteAt !== null ? [] : [chat],
  )
  return { chats: shown.map(chat => listed(chat, deps)) }
}

function toListed(row: ReadRow, deps: DeskDeps): ListedChat {
  const chat = fromChatRow(row)
  if ('unreadable' in chat) return { kind: 'unreadable', id: toChatId(row.id), because: chat.unreadable }
  return listed(chat, deps)
}

function listed(chat: Chat, { running, waitsAt }: DeskDeps): ListedChat {
  return { kind: 'chat', chat: toChatEntry(chat), running: running(chat.id), waiting: waitsAt(chat.id) }
}

/** Any row of the shelf is a chat, also one whose body cannot be opened. */
function toChatId(id: string): ChatId {
  if (!id.startsWith('chat_')) throw new Error(`${CHATS_SHELF}/${id} does not have the id of a chat`)
  return `chat_${id.slice('chat_'.length)}`
}
