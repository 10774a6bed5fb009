import { type Chat, type ChatId, hasToolCalls, isAside, type Message, type MessageId, type Path } from '@stet/history'
import {
  CHATS_SHELF,
  fromMessageRow,
  MESSAGES_SHELF,
  type PathLimits,
  parentOf,
  readManySiblingIds,
  readNewestLeaf,
  readPath,
  type Store,
} from '@stet/store'
import type { MessagesAbove } from '../record/messages-above.ts'
import { readCalls } from '../record/read-calls.ts'
import { readChat } from '../record/read-chat.ts'
import { readTodosAbove } from '../record/read-todos-above.ts'
import { readWaiting } from '../record/read-waiting.ts'
import { EngineError } from '../runtime/engine-error.ts'
import type { Log } from '../runtime/log.ts'
import type { ActiveRun, Calls, ChatView } from './chat-view.ts'
import { applyEnvironment, cutAtDraft } from './derive-view.ts'
import { byBeginning, type Draft } from './draft.ts'
import { readQuestions } from './read-questions.ts'

const LINKS_SHOWN = 100
const MOST_LINKS = 200
/** Of the messages in one answer. A chat of a coding agent has steps of many kilobytes, and all pages wait while a large answer is made. */
export const MOST_BYTES = 200_000

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

export interface ReadDeps {
  readonly store: Store
  readonly log: Log
}

interface ViewDeps extends ReadDeps, LiveChat {
  readonly above: MessagesAbove
  readonly announced: { at(chatId: ChatId, id: MessageId | null): Promise<readonly string[]> }
}

export type LeafDeps = Pick<ViewDeps, 'store'> & { readonly live: Pick<LiveChat['live'], 'drafts'> }

/** How often a chat is read again that changes while it is read. */
const MOST_READS = 3

/** A chat as a page first sees it: the last part of its path, and the answers being written. */
export async function view(deps: ViewDeps, chatId: ChatId): Promise<ChatView> {
  const { live, compactions } = deps
  const { chat, shown, runs, drafts, waiting, questions, rootsAbove, todosAbove } = await readMoment(
    deps,
    chatId,
    MOST_READS,
  )
  const saved = new Set(shown.path.map(message => message.id))
  const now = {
    chat,
    ...shown,
    rootsAbove,
    todosAbove,
    // After the calls were read: the progress of one that ended meanwhile would stay on the page.
    progress: live.progress(chatId),
    runs,
    drafts: drafts.filter(draft => !saved.has(draft.messageId)).toSorted(byBeginning),
    waiting: waiting.flatMap(({ message }) => (saved.has(message.id) ? [] : [message])),
    compactions: compactions.of(chatId),
    questions,
  }
  return applyEnvironment(cutAtDraft({ ...now, pendingEnvironment: null }))
}

/**
 * A chat of one moment: the end of a run also writes its chat. Read in pieces of different moments, a message could be there without what it
 * changed in its chat, and its event would then be ignored as one that is known. Runs and drafts are taken before the path is read: taken
 * after it, an answer that was saved in between would be neither on the path nor a draft.
 */
async function readMoment(deps: ViewDeps, chatId: ChatId, reads: number, gone: MessageId | null = null) {
  const { store, live } = deps
  const { chat, version } = await readChat(store, chatId)
  const runs = live.shown(chatId)
  const drafts = live.drafts(chatId)
  let leaf = chat.tip
  try {
    leaf = await shownLeaf({ store, live: { drafts: () => drafts } }, chat)
    const shown = await shownThrough(deps, chatId, leaf, { limit: LINKS_SHOWN })
    const waiting = await readWaiting(deps, chatId)
    const questions = await readQuestions(store, chatId)
    const rootsAbove = shown.earlier ? await deps.announced.at(chatId, shown.path[0]?.parentId ?? null) : []
    const todosAbove = await readTodosAbove(deps, chatId, shown.path)
    const after = await store.get(CHATS_SHELF, chatId)
    if (after?.version === version || reads <= 1) {
      return { chat, shown, runs, drafts, waiting, questions, rootsAbove, todosAbove }
    }
  } catch (error) {
    // A deletion removes the newest first, so the end of the path may go while the path is read. Each time less is left: it ends.
    const isDeleted = leaf !== null && leaf !== gone && (await store.get(MESSAGES_SHELF, leaf)) === null
    if (!isDeleted) throw error
    return readMoment(deps, chatId, reads, leaf)
  }
  return readMoment(deps, chatId, reads - 1, gone)
}

/** The messages of a chat as a page first sees them, and the last message of the shown path. */
export async function readShown(deps: LeafDeps, chat: Chat) {
  const leaf = await shownLeaf(deps, chat)
  return { leaf, path: await readPath(deps.store, chat.id, leaf, { limit: LINKS_SHOWN }) }
}

/** Where the shown path ends: below the tip, or at the tip while an answer to it is written. */
export async function shownLeaf({ store, live }: LeafDeps, { id, tip }: Chat) {
  const isAnswered = live.drafts(id).some(draft => draft.parentId === tip)
  return isAnswered ? tip : readNewestLeaf(store, id, tip)
}

/** The part of a path right above a message. */
export async function earlier(deps: ReadDeps, chatId: ChatId, before: MessageId, limit: number): Promise<EarlierPath> {
  assertLinks(limit)
  await readChat(deps.store, chatId)
  const row = await deps.store.get(MESSAGES_SHELF, before)
  const message = row === null ? null : fromMessageRow(row)
  if (message === null || message.chatId !== chatId) {
    throw new EngineError('message-not-found', `there is no message ${before} in this chat`)
  }
  const parentId = row !== null && message.role === 'unreadable' ? await parentOf(deps.store, row) : message.parentId
  return parentId === null ? nothing : shownThrough(deps, chatId, parentId, { limit })
}

/** How many links a page may ask for. */
export function assertLinks(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_LINKS) {
    throw new EngineError('invalid', `limit: a number from 1 to ${MOST_LINKS} is needed`)
  }
}

export const nothing: EarlierPath = { path: [], earlier: false, siblings: {}, calls: {} }

/** The last links of the path that ends in a leaf, with what a page shows of them. */
export async function shownThrough(
  deps: ReadDeps,
  chatId: ChatId,
  leaf: MessageId | null,
  limits: PathLimits,
): Promise<EarlierPath> {
  const path = await readPath(deps.store, chatId, leaf, { bytes: MOST_BYTES, ...limits })
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
