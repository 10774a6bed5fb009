import type { ChatId, MessageId } from '@stet/history'
import {
  type Deletion,
  type ListQuery,
  MESSAGES_SHELF,
  type RowHead,
  type Store,
  takeTurns,
  toDeletionEnd,
  toMessagePut,
  underRef,
} from '@stet/store'
import { forgetRequests } from '../ledger/forget-requests.ts'
import { type EraseDeps, removeMessages, SLICE, toMessageId, writeAhead, writeSlice } from './slices.ts'

export type MessagesDeletion = Extract<Deletion, { readonly kind: 'messages' }>

/**
 * Deletes a message and everything below it, the newest first: what is left is a tree at every moment, and no request is built on one that
 * has lost its content. The accounting message takes its place in the last write. Called with the chat's lock held. False when the engine
 * closes before the end.
 */
export async function eraseMessages(deps: EraseDeps, { id, chatId, accounting }: MessagesDeletion): Promise<boolean> {
  const [top, ...below] = await readSubtree(deps.store, chatId, id)
  if (top === undefined) throw new Error(`the message ${id} of chat ${chatId} that is being deleted is missing`)
  const newestFirst = below.sort((one, other) => other.order - one.order)
  let cleaned: Promise<void> = Promise.resolve()
  for (let from = 0; from < newestFirst.length && !deps.tasks.closing.aborted; from += SLICE) {
    const read = () => removeSlice(deps, chatId, newestFirst.slice(from, from + SLICE))
    const [written] = await Promise.all([writeAhead(deps, read), cleaned])
    cleaned = written.cleaned
  }
  await cleaned
  if (deps.tasks.closing.aborted) return false
  await writeSlice(deps, async () => {
    const slice = await removeSlice(deps, chatId, [top])
    return { ...slice, operations: [...slice.operations, toMessagePut(accounting), toDeletionEnd(id)] }
  })
  return true
}

async function removeSlice(deps: EraseDeps, chatId: ChatId, messages: readonly RowHead[]) {
  const forgotten = await forgetRequests(deps, messages.map(toMessageId))
  const operations = [...(await removeMessages(deps.store, messages)), ...forgotten.puts]
  return { operations, forgotten, messagesOf: chatId }
}

/** How many children are read at a time: enough for all children of most messages. */
const CHILDREN = 100

/** The message and everything below it, asides included, the message first. */
async function readSubtree(store: Store, chatId: ChatId, id: MessageId): Promise<readonly RowHead[]> {
  const row = await store.get(MESSAGES_SHELF, id)
  if (row === null) return []
  const subtree: RowHead[] = []
  for (let level: readonly RowHead[] = [row]; level.length > 0; ) {
    await takeTurns()
    subtree.push(...level)
    level = await readChildren(
      store,
      level.map(head => underRef(chatId, toMessageId(head))),
    )
  }
  return subtree
}

async function readChildren(store: Store, refs: readonly string[]): Promise<readonly RowHead[]> {
  const children: RowHead[] = []
  for (let queries: readonly ListQuery[] = refs.map(ref => ({ by: { ref }, limit: CHILDREN })); queries.length > 0; ) {
    const pages = await store.listHeads(MESSAGES_SHELF, queries)
    children.push(...pages.flatMap(({ heads }) => heads))
    queries = pages.flatMap(({ next }, at) => {
      const query = queries[at]
      return next === null || query === undefined ? [] : [{ ...query, after: next }]
    })
  }
  return children
}
