import type { ChatId, MessageId } from '@stet/history'
import {
  CALLS_SHELF,
  CHATS_SHELF,
  Conflict,
  calledRef,
  type Journal,
  MESSAGES_SHELF,
  type Operation,
  type RowHead,
  type Store,
  toDeletionPut,
} from '@stet/store'
import { applyForgotten, type ForgetDeps, type Forgotten } from '../ledger/forget-requests.ts'

export interface EraseDeps extends ForgetDeps {
  readonly journal: Pick<Journal, 'drop'>
  /** What is remembered of the messages of chats. */
  readonly messages: { forget(chatId: ChatId): void }
  readonly tasks: { readonly closing: AbortSignal }
}

/** Rows in one write. That is a few milliseconds of work, and all streams of the home wait for it. */
export const SLICE = 48

/** More than an answer can have. */
const MOST_CALLS = 1000
const MOST_TRIES = 20

/** One step of a deletion. */
export interface Slice {
  readonly operations: readonly Operation[]
  readonly forgotten?: Forgotten
  /** The chat whose messages it removes. */
  readonly messagesOf?: ChatId
  /** Streams of the journal that nothing refers to any more. */
  readonly streams?: readonly string[]
}

/** Writes what `read` returns, and deletes what that released. */
export async function writeSlice<Read extends Slice>(deps: EraseDeps, read: () => Promise<Read>): Promise<Read> {
  const { slice, cleaned } = await writeAhead(deps, read)
  await cleaned
  return slice
}

interface WrittenSlice<Read> {
  readonly slice: Read
  /** Settles when what the slice released is deleted. The caller awaits it, best beside its next write: both are then one commit. */
  readonly cleaned: Promise<void>
}

/** Writes what `read` returns. It is read again when a row was changed in between, such as a request of a fork that has ended. */
export async function writeAhead<Read extends Slice>(
  deps: EraseDeps,
  read: () => Promise<Read>,
): Promise<WrittenSlice<Read>> {
  const { store } = deps
  for (let tries = 1; ; tries += 1) {
    const slice = await read()
    const { operations, forgotten, messagesOf, streams = [] } = slice
    if (operations.length === 0) return { slice, cleaned: Promise.resolve() }
    try {
      const written = await store.write(operations)
      if (messagesOf !== undefined) deps.messages.forget(messagesOf)
      if (forgotten !== undefined) applyForgotten(deps, forgotten, written)
      return { slice, cleaned: clean(deps, written.released, streams) }
    } catch (error) {
      if (!(error instanceof Conflict && tries < MOST_TRIES)) throw error
    }
  }
}

/** Deleted text is also in request packs: their bytes go now, not a day later. */
async function clean({ store, journal }: EraseDeps, released: readonly string[], streams: readonly string[]) {
  if (released.length > 0) await store.blobs.deleteReleased(released)
  if (streams.length > 0) await journal.drop(streams)
}

/** Removes messages with their calls. A chat that a call made becomes a deletion of its own, so that a slice stays short (T6). */
export async function removeMessages(store: Store, messages: readonly RowHead[]): Promise<readonly Operation[]> {
  const removals = messages.map(head => toRemove(MESSAGES_SHELF, head))
  const pages = await store.listHeads(
    CALLS_SHELF,
    messages.map(({ id }) => ({ by: { parent: id }, limit: MOST_CALLS })),
  )
  const calls = pages.flatMap(({ heads }) => heads)
  if (calls.length === 0) return removals
  const made = await store.listHeads(
    CHATS_SHELF,
    calls.map(({ id }) => ({ by: { ref: calledRef(id) }, limit: MOST_CALLS })),
  )
  return [
    ...removals,
    ...calls.map(call => toRemove(CALLS_SHELF, call)),
    ...made.flatMap(({ heads }) =>
      heads.flatMap(chat => [toRemove(CHATS_SHELF, chat), toDeletionPut({ kind: 'chat', id: toChatId(chat) })]),
    ),
  ]
}

export function toRemove(shelf: string, { id, version }: Pick<RowHead, 'id' | 'version'>): Operation {
  return { kind: 'remove', shelf, id, expect: version }
}

/** Every row of the shelf is a chat, even if its body cannot be opened. */
export function toChatId({ id }: Pick<RowHead, 'id'>): ChatId {
  if (!id.startsWith('chat_')) throw new Error(`${CHATS_SHELF}/${id} does not have the id of a chat`)
  return `chat_${id.slice('chat_'.length)}`
}

/** The same for messages. */
export function toMessageId({ id }: Pick<RowHead, 'id'>): MessageId {
  if (!id.startsWith('msg_')) throw new Error(`${MESSAGES_SHELF}/${id} does not have the id of a message`)
  return `msg_${id.slice('msg_'.length)}`
}
