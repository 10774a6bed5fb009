import type { ChatId, MessageId } from '@stet/history'
import {
  CALLS_SHELF,
  CHATS_SHELF,
  Conflict,
  type Cursor,
  calledRef,
  fromRequestRow,
  fromRunRow,
  type Journal,
  MESSAGES_SHELF,
  type Operation,
  REQUESTS_SHELF,
  RUNS_SHELF,
  type Store,
  toDeletionPut,
  WAITING_SHELF,
} from '@stet/store'
import { applyForgotten, type ForgetDeps, type Forgotten, forgetRows } from '../ledger/forget-requests.ts'
import type { KeptRequest } from '../ledger/request-end.ts'
import type { KeyedLock } from '../runtime/keyed-lock.ts'

export interface EraseDeps extends ForgetDeps {
  readonly journal: Pick<Journal, 'drop'>
  readonly chats: KeyedLock
  readonly tasks: { readonly closing: AbortSignal }
}

/** Rows in one write. A few milliseconds of work: all streams of the home wait that long. */
const SLICE = 48
const MOST_TRIES = 20

/** One step of a deletion: what to write, and where the next one begins. */
interface Slice {
  readonly operations: readonly Operation[]
  readonly forgotten?: Forgotten
  /** Streams of the journal that nothing refers to any more. */
  readonly streams?: readonly string[]
  readonly next: Cursor | null
}

type ReadSlice = (after: Cursor | null) => Promise<Slice>

/**
 * Removes everything that a chat without a row left: runs, waiting messages, messages with their calls, and the content of its requests, whose
 * figures stay. Chats that its calls made are deleted too (T6). False when the engine closes before the end.
 */
export async function eraseChat(deps: EraseDeps, chatId: ChatId): Promise<boolean> {
  return (
    (await eachSlice(deps, chatId, after => sliceOfRuns(deps.store, chatId, after))) &&
    (await eachSlice(deps, chatId, after => sliceOfWaiting(deps.store, chatId, after))) &&
    (await eachSlice(deps, chatId, after => sliceOfMessages(deps.store, chatId, after))) &&
    // Last: from here on no request can be sent in this chat, because the message it would follow is gone.
    (await eachSlice(deps, chatId, after => sliceOfRequests(deps, chatId, after)))
  )
}

/** Writes slice after slice. Between two of them everyone else has the store. */
async function eachSlice(deps: EraseDeps, chatId: ChatId, read: ReadSlice): Promise<boolean> {
  let after: Cursor | null = null
  do {
    if (deps.tasks.closing.aborted) return false
    after = await deps.chats.hold(chatId, () => writeSlice(deps, read, after))
  } while (after !== null)
  return true
}

async function writeSlice(deps: EraseDeps, read: ReadSlice, after: Cursor | null): Promise<Cursor | null> {
  const { store, journal } = deps
  for (let tries = 1; ; tries += 1) {
    const { operations, forgotten, streams = [], next } = await read(after)
    if (operations.length === 0) return next
    try {
      const written = await store.write(operations)
      if (forgotten !== undefined) applyForgotten(deps, forgotten, written)
      // Deleted text is also in request packs: their bytes go now, not a day later.
      await store.blobs.deleteReleased(written.released)
      if (streams.length > 0) await journal.drop(streams)
      return next
    } catch (error) {
      // A request of a fork that was built on one of these has ended meanwhile.
      if (!(error instanceof Conflict && tries < MOST_TRIES)) throw error
    }
  }
}

async function sliceOfRuns(store: Store, chatId: ChatId, after: Cursor | null): Promise<Slice> {
  const { rows, next } = await store.list(RUNS_SHELF, pageOf(chatId, after))
  const streams = rows.flatMap(row => {
    const run = fromRunRow(row)
    return 'unreadable' in run ? [] : [run.messageId]
  })
  return { operations: rows.map(row => toRemove(RUNS_SHELF, row)), streams, next }
}

async function sliceOfWaiting(store: Store, chatId: ChatId, after: Cursor | null): Promise<Slice> {
  const [page] = await store.listHeads(WAITING_SHELF, [pageOf(chatId, after)])
  return { operations: (page?.heads ?? []).map(head => toRemove(WAITING_SHELF, head)), next: page?.next ?? null }
}

async function sliceOfMessages(store: Store, chatId: ChatId, after: Cursor | null): Promise<Slice> {
  const [page] = await store.listHeads(MESSAGES_SHELF, [pageOf(chatId, after)])
  const heads = page?.heads ?? []
  const attached = await removeCalls(store, heads.map(toMessageId))
  return { operations: [...heads.map(head => toRemove(MESSAGES_SHELF, head)), ...attached], next: page?.next ?? null }
}

/** The calls of these messages. A chat that a call made becomes a deletion of its own, so that a slice stays short. */
async function removeCalls(store: Store, ids: readonly MessageId[]): Promise<readonly Operation[]> {
  const pages = await store.listHeads(
    CALLS_SHELF,
    ids.map(parent => ({ by: { parent }, limit: MOST_CALLS })),
  )
  const calls = pages.flatMap(({ heads }) => heads)
  if (calls.length === 0) return []
  const made = await store.listHeads(
    CHATS_SHELF,
    calls.map(({ id }) => ({ by: { ref: calledRef(id) }, limit: MOST_CALLS })),
  )
  return [
    ...calls.map(call => toRemove(CALLS_SHELF, call)),
    ...made.flatMap(({ heads }) =>
      heads.flatMap(chat => [
        toRemove(CHATS_SHELF, chat),
        toDeletionPut({ kind: 'chat', id: toChatId(chat.id), madeBy: null }),
      ]),
    ),
  ]
}

/** Above what an answer can have. */
const MOST_CALLS = 1000

async function sliceOfRequests(deps: EraseDeps, chatId: ChatId, after: Cursor | null): Promise<Slice> {
  // The newest first: the others may be built on earlier ones, and would be stored again only to be deleted next.
  const { rows, next } = await deps.store.list(REQUESTS_SHELF, { ...pageOf(chatId, after), reverse: true })
  const kept = rows.flatMap((row): KeptRequest[] => {
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

function toRemove(shelf: string, { id, version }: { readonly id: string; readonly version: number }): Operation {
  return { kind: 'remove', shelf, id, expect: version }
}

/** Every row of these shelves is a message or a chat, even if its body cannot be opened. */
function toMessageId({ id }: { readonly id: string }): MessageId {
  if (!id.startsWith('msg_')) throw new Error(`${MESSAGES_SHELF}/${id} does not have the id of a message`)
  return `msg_${id.slice('msg_'.length)}`
}

export function toChatId(id: string): ChatId {
  if (!id.startsWith('chat_')) throw new Error(`${CHATS_SHELF}/${id} does not have the id of a chat`)
  return `chat_${id.slice('chat_'.length)}`
}
