import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import { type ChatId, deleteSubtree, type Message, type MessageId, makeId, withoutMessages } from '@stet/history'
import {
  CALLS_SHELF,
  CHATS_SHELF,
  calledRef,
  fromMessageRow,
  listRows,
  MESSAGES_SHELF,
  type Operation,
  type ReadRow,
  RUNS_SHELF,
  readManyChildren,
  readPath,
  type Store,
  toMessagePut,
  WAITING_SHELF,
} from '@stet/store'
import type { EngineContext } from '../engine-context.ts'
import { byLedger, costIn } from '../ledger/branch-spending.ts'
import { applyForgotten, forgetRequests } from '../ledger/forget-requests.ts'
import { readAllSpending } from '../ledger/message-spending.ts'
import { putInPlace, updateChat } from '../record/update-chat.ts'
import type { LiveRun } from '../run/live-runs.ts'
import { endedRunsAt, takeWaiting } from '../run/take-waiting.ts'
import { EngineError } from '../runtime/engine-error.ts'

/** Deletes a message and everything below it. What was spent there is kept as an accounting message above (H7). */
export async function deleteMessage(
  engine: EngineContext,
  command: ChatCommand<'deleteMessage'>,
): Promise<ChatAnswer<'deleteMessage'>> {
  const { chatId, messageId } = command
  const { store, hub } = engine
  return engine.commands.once(CHAT_COMMANDS.deleteMessage, command, keep =>
    engine.chats.hold(chatId, async () => {
      const accountingId: MessageId = makeId('msg', engine.randomBytes(20))
      const { plan, written } = await updateChat(store, chatId, {
        async plan(row) {
          const subtree = await readSubtree(store, chatId, messageId)
          refuseRunning(engine, chatId, subtree)
          const parentId = subtree[0]?.parentId ?? null
          const pathToParent = await readPath(store, chatId, parentId, { limit: Number.POSITIVE_INFINITY })
          const known = await readAllSpending(engine, [...pathToParent, ...subtree])
          const at = engine.clock()
          const deletion = deleteSubtree({
            subtree: subtree.map(message => byLedger(message, known)),
            pathToParent: pathToParent.map(message => byLedger(message, known)),
            costOf: costIn(known),
            accountingId,
            at,
            reason: 'by hand',
          })
          const called = await removeCalled(engine, deletion.remove)
          const requests = await forgetRequests(engine, [...deletion.remove, ...called.messageIds])
          const chat = { ...row.chat, ...withoutMessages(row.chat, deletion.remove, parentId) }
          return {
            row,
            chat,
            ...deletion,
            called,
            requests,
            removals: await removalsOf(engine, chatId, deletion.remove),
          }
        },
        operations: ({ row, chat, accounting, remove, called, requests, removals }) => [
          ...removals,
          ...called.operations,
          ...requests.puts,
          toMessagePut(accounting),
          putInPlace(row, chat),
          keep({ removed: remove.length }),
        ],
      })
      applyForgotten(engine, plan.requests, written)
      // Deleted text is also in request packs: their bytes go now, not a day later.
      await store.blobs.deleteReleased(written.released)
      hub.publish({ kind: 'messages-removed', chatId })
      hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
      return { removed: plan.remove.length }
    }),
  )
}

/** The message and everything below it, including asides. */
async function readSubtree(store: Store, chatId: ChatId, id: MessageId): Promise<readonly Message[]> {
  const row = await store.get(MESSAGES_SHELF, id)
  const top = row === null ? null : fromMessageRow(row)
  if (top === null || top.chatId !== chatId || top.role === 'accounting') {
    throw new EngineError('message-not-found', `no message ${id} in this chat can be deleted`)
  }
  const subtree: Message[] = []
  for (let level: readonly Message[] = [top]; level.length > 0; ) {
    subtree.push(...level)
    const ids = level.map(message => message.id)
    level = (await readManyChildren(store, chatId, ids)).flat()
  }
  return subtree
}

function refuseRunning({ live }: EngineContext, chatId: ChatId, subtree: readonly Message[]): void {
  const gone = new Set(subtree.map(message => message.id))
  const isGone = ({ draft, saved }: LiveRun) =>
    gone.has(draft.draft().parentId) || (saved && gone.has(draft.draft().messageId))
  if (live.active(chatId).some(isGone)) {
    throw new EngineError('run-active', 'an answer below this message is still being written; stop it first')
  }
}

/** Removes the messages, their calls, and messages that still wait below them. */
async function removalsOf(
  engine: EngineContext,
  chatId: ChatId,
  ids: readonly MessageId[],
): Promise<readonly Operation[]> {
  const { store } = engine
  const rows = await store.getMany(MESSAGES_SHELF, ids)
  const removals = rows.flatMap(row => (row === null ? [] : [toRemove(MESSAGES_SHELF, row)]))
  for (const id of ids) {
    for await (const row of listRows(store, CALLS_SHELF, { by: { parent: id } }))
      removals.push(toRemove(CALLS_SHELF, row))
  }
  const runs = new Set(await endedRunsAt(engine, chatId, new Set(ids)))
  const { operations } = await takeWaiting(engine, { chatId, runs, below: ids[0] ?? 'msg_', lastSaved: null })
  return [...removals, ...operations.filter(({ kind }) => kind === 'remove')]
}

function toRemove(shelf: string, { id, version }: ReadRow): Operation {
  return { kind: 'remove', shelf, id, expect: version }
}

interface CalledRemovals {
  readonly operations: readonly Operation[]
  /** Their messages. */
  readonly messageIds: readonly MessageId[]
}

/** The chats that calls of these messages made: they are deleted with the messages (T6). */
async function removeCalled(engine: EngineContext, ids: readonly MessageId[]): Promise<CalledRemovals> {
  const operations: Operation[] = []
  const messageIds: MessageId[] = []
  for (const id of ids) {
    for await (const call of listRows(engine.store, CALLS_SHELF, { by: { parent: id } })) {
      for await (const chat of listRows(engine.store, CHATS_SHELF, { by: { ref: calledRef(call.id) } })) {
        if (engine.live.active(toChatId(chat)).length > 0) {
          throw new EngineError('run-active', 'a call below this message is still running; stop it first')
        }
        const contents = await removeContents(engine, chat.id)
        operations.push(toRemove(CHATS_SHELF, chat), ...contents.operations)
        messageIds.push(...contents.messageIds)
      }
    }
  }
  return { operations, messageIds }
}

async function removeContents(engine: EngineContext, chatId: string): Promise<CalledRemovals> {
  const { store } = engine
  const operations: Operation[] = []
  const messageIds: MessageId[] = []
  for (const shelf of [RUNS_SHELF, WAITING_SHELF, MESSAGES_SHELF]) {
    for await (const row of listRows(store, shelf, { by: { parent: chatId } })) {
      operations.push(toRemove(shelf, row))
      if (shelf === MESSAGES_SHELF) messageIds.push(fromMessageRow(row).id)
    }
  }
  for (const id of messageIds) {
    for await (const call of listRows(store, CALLS_SHELF, { by: { parent: id } })) {
      operations.push(toRemove(CALLS_SHELF, call))
    }
  }
  return { operations, messageIds }
}

/** Every row of the shelf is a chat, even if its body cannot be opened. */
function toChatId({ id }: ReadRow): ChatId {
  if (!id.startsWith('chat_')) throw new Error(`${CHATS_SHELF}/${id} does not have the id of a chat`)
  return `chat_${id.slice('chat_'.length)}`
}
