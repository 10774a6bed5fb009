import { type Chat, type ChatId, hasToolCalls, isAside, type Message, type MessageId, type Path } from '@stet/history'
import { fromMessageRow, MESSAGES_SHELF, readManySiblingIds, readNewestLeaf, readPath, type Store } from '@stet/store'
import { readCalls } from '../record/read-calls.ts'
import { readChat } from '../record/read-chat.ts'
import { readWaiting } from '../record/read-waiting.ts'
import { EngineError } from '../runtime/engine-error.ts'
import type { Log } from '../runtime/log.ts'
import type { ActiveRun, Calls, ChatView } from './chat-view.ts'
import { applyEnvironment, cutAtDraft } from './derive-view.ts'
import { byBeginning, type Draft } from './draft.ts'
import { readQuestions } from './read-questions.ts'

const LINKS_SHOWN = 100
const MOST_LINKS = 200

export interface EarlierPath {
  readonly path: readonly Message[]
  readonly earlier: boolean
  readonly siblings: ChatView['siblings']
  readonly calls: ChatView['calls']
}

/** The state of running work, which is not stored. */
interface LiveChat {
  readonly live: {
    drafts(chatId: ChatId): readonly Draft[]
    progress(chatId: ChatId): ChatView['progress']
    shown(chatId: ChatId): readonly ActiveRun[]
  }
  readonly compactions: { of(chatId: ChatId): ChatView['compactions'] }
}

interface ReadDeps {
  readonly store: Store
  readonly log: Log
}

interface ViewDeps extends ReadDeps, LiveChat {
  readonly announced: { at(chatId: ChatId, id: MessageId | null): Promise<readonly string[]> }
}

type LeafDeps = Pick<ViewDeps, 'store'> & { readonly live: Pick<LiveChat['live'], 'drafts'> }

/** A chat as a page first sees it: the last part of its path, and the answers being written. */
export async function view(deps: ViewDeps, chatId: ChatId): Promise<ChatView> {
  const { store, live, compactions } = deps
  const { chat } = await readChat(store, chatId)
  const leaf = await shownLeaf(deps, chat)
  const shown = await shownThrough(deps, chatId, leaf, LINKS_SHOWN)
  const waiting = await readWaiting(deps, chatId)
  const questions = await readQuestions(store, chatId)
  const rootsAbove = shown.earlier ? await deps.announced.at(chatId, shown.path[0]?.parentId ?? null) : []
  // Drafts last, with no await after them: a message that was saved while the path was read arrives as an event.
  const saved = new Set(shown.path.map(message => message.id))
  const drafts = live
    .drafts(chatId)
    .filter(draft => !saved.has(draft.messageId))
    .toSorted(byBeginning)
  const now = {
    chat,
    ...shown,
    rootsAbove,
    progress: live.progress(chatId),
    runs: live.shown(chatId),
    drafts,
    waiting: waiting.flatMap(({ message }) => (saved.has(message.id) ? [] : [message])),
    compactions: compactions.of(chatId),
    questions,
  }
  return applyEnvironment(cutAtDraft({ ...now, pendingEnvironment: null }))
}

/** The messages of a chat as a page first sees them, and the last message of the shown path. */
export async function readShown(deps: LeafDeps, chat: Chat) {
  const leaf = await shownLeaf(deps, chat)
  return { leaf, path: await readPath(deps.store, chat.id, leaf, { limit: LINKS_SHOWN }) }
}

async function shownLeaf({ store, live }: LeafDeps, { id, tip }: Chat) {
  const isAnswered = live.drafts(id).some(draft => draft.parentId === tip)
  return isAnswered ? tip : readNewestLeaf(store, id, tip)
}

/** The part of a path right above a message. */
export async function earlier(deps: ReadDeps, chatId: ChatId, before: MessageId, limit: number): Promise<EarlierPath> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_LINKS) {
    throw new EngineError('invalid', `limit: a number from 1 to ${MOST_LINKS} is needed`)
  }
  await readChat(deps.store, chatId)
  const row = await deps.store.get(MESSAGES_SHELF, before)
  const message = row === null ? null : fromMessageRow(row)
  if (message === null || message.chatId !== chatId) {
    throw new EngineError('message-not-found', `there is no message ${before} in this chat`)
  }
  return message.parentId === null ? nothing : shownThrough(deps, chatId, message.parentId, limit)
}

const nothing: EarlierPath = { path: [], earlier: false, siblings: {}, calls: {} }

async function shownThrough(
  deps: ReadDeps,
  chatId: ChatId,
  leaf: MessageId | null,
  limit: number,
): Promise<EarlierPath> {
  const path = await readPath(deps.store, chatId, leaf, { limit })
  const [siblings, calls] = await Promise.all([siblingsOf(deps.store, chatId, path), callsOf(deps, path)])
  return { path, earlier: path.length > 0 && path[0]?.parentId !== null, siblings, calls }
}

async function siblingsOf(store: Store, chatId: ChatId, path: Path): Promise<ChatView['siblings']> {
  const links = path.filter((message: Message) => !isAside(message))
  const lists = await readManySiblingIds(store, chatId, links)
  const siblings = links.map((link, at) => [link.id, lists[at] ?? []] as const)
  return Object.fromEntries(siblings.filter(([, ids]) => ids.length > 1))
}

async function callsOf(deps: ReadDeps, path: Path): Promise<Calls> {
  const lists = await Promise.all(path.filter(hasToolCalls).map(({ id }) => readCalls(deps, id)))
  return Object.fromEntries(lists.flat().map(({ call }) => [call.id, call]))
}
