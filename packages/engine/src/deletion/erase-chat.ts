import type { ChatId } from '@stet/history'
import {
  type Cursor,
  DRAFTS_SHELF,
  draftRef,
  fromRequestRow,
  fromRunRow,
  MESSAGES_SHELF,
  REQUESTS_SHELF,
  RUNS_SHELF,
  type Store,
  WAITING_SHELF,
} from '@stet/store'
import { forgetRows } from '../ledger/forget-requests.ts'
import type { RequestRow } from '../ledger/request-end.ts'
import type { KeyedLock } from '../runtime/keyed-lock.ts'
import { type EraseDeps, removeMessages, SLICE, type Slice, toRemove, writeSlice } from './slices.ts'

interface EraseChatDeps extends EraseDeps {
  readonly chats: KeyedLock
}

type ReadSlice = (after: Cursor | null) => Promise<Slice & { readonly next: Cursor | null }>

/**
 * Removes everything that a chat without a row left: runs, waiting messages, drafts, messages with their calls, and the content of its requests, whose
 * figures stay. False when the engine closes before the end.
 */
export async function eraseChat(deps: EraseChatDeps, chatId: ChatId): Promise<boolean> {
  return (
    (await eachSlice(deps, chatId, after => sliceOfRuns(deps.store, chatId, after))) &&
    (await eachSlice(deps, chatId, after => sliceOfWaiting(deps.store, chatId, after))) &&
    (await eachSlice(deps, chatId, after => sliceOfDrafts(deps.store, chatId, after))) &&
    (await eachSlice(deps, chatId, after => sliceOfMessages(deps.store, chatId, after))) &&
    // Last: from here on no request can be sent in this chat, because the message it would follow is gone.
    (await eachSlice(deps, chatId, after => sliceOfRequests(deps, chatId, after)))
  )
}

/** Writes slice after slice. Between two of them everyone else has the store. */
async function eachSlice(deps: EraseChatDeps, chatId: ChatId, read: ReadSlice): Promise<boolean> {
  let after: Cursor | null = null
  do {
    if (deps.tasks.closing.aborted) return false
    const from: Cursor | null = after
    after = (await deps.chats.hold(chatId, () => writeSlice(deps, () => read(from)))).next
  } while (after !== null)
  return true
}

async function sliceOfRuns(store: Store, chatId: ChatId, after: Cursor | null) {
  const { rows, next } = await store.list(RUNS_SHELF, pageOf(chatId, after))
  const streams = rows.flatMap(row => {
    const run = fromRunRow(row)
    return 'unreadable' in run ? [] : [run.messageId]
  })
  return { operations: rows.map(row => toRemove(RUNS_SHELF, row)), streams, next }
}

async function sliceOfWaiting(store: Store, chatId: ChatId, after: Cursor | null) {
  const [page] = await store.listHeads(WAITING_SHELF, [pageOf(chatId, after)])
  return { operations: (page?.heads ?? []).map(head => toRemove(WAITING_SHELF, head)), next: page?.next ?? null }
}

async function sliceOfDrafts(store: Store, chatId: ChatId, after: Cursor | null) {
  const query = { ...pageOf(chatId, after), by: { ref: draftRef(chatId) } }
  const [page] = await store.listHeads(DRAFTS_SHELF, [query])
  return { operations: (page?.heads ?? []).map(head => toRemove(DRAFTS_SHELF, head)), next: page?.next ?? null }
}

async function sliceOfMessages(store: Store, chatId: ChatId, after: Cursor | null) {
  const [page] = await store.listHeads(MESSAGES_SHELF, [pageOf(chatId, after)])
  const operations = await removeMessages(store, page?.heads ?? [])
  return { operations, messagesOf: chatId, next: page?.next ?? null }
}

async function sliceOfRequests(deps: EraseDeps, chatId: ChatId, after: Cursor | null) {
  // The newest first: the others may be built on earlier ones, and would be stored again only to be deleted next.
  const { rows, next } = await deps.store.list(REQUESTS_SHELF, { ...pageOf(chatId, after), reverse: true })
  const kept = rows.flatMap((row): RequestRow[] => {
    const record = fromRequestRow(row)
    return 'unreadable' in record ? [] : [{ record, version: row.version, order: row.order }]
  })
  const forgotten = await forgetRows(deps, kept)
  return { operations: forgotten.puts, forgotten, next }
}

function pageOf(chatId: ChatId, after: Cursor | null) {
  const query = { by: { parent: chatId }, limit: SLICE }
  return after === null ? query : { ...query, after }
}
