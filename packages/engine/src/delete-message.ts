import {
  type ChatId,
  deleteSubtree,
  type Json,
  type Message,
  type MessageId,
  makeId,
  withoutMessages,
} from '@stet/history'
import {
  CALLS_SHELF,
  fromMessageRow,
  listRows,
  MESSAGES_SHELF,
  type Operation,
  type ReadRow,
  readManyChildren,
  readPath,
  type Store,
  toMessagePut,
} from '@stet/store'
import { endedRunsAt } from './ended-runs-at.ts'
import type { DeleteCommand, Deleted } from './engine.ts'
import { EngineError } from './engine-error.ts'
import type { EngineRoom } from './engine-room.ts'
import type { LiveRun } from './live-runs.ts'
import { removeCalled } from './remove-called.ts'
import { byLedger, costIn } from './requests/branch-spending.ts'
import { forgetRequests, tellForgotten } from './requests/forget-requests.ts'
import { readAllSpending } from './requests/message-spending.ts'
import { takeWaiting } from './take-waiting.ts'
import { putInPlace, updateChat } from './update-chat.ts'

/** Takes a message and all below it, and leaves what was spent there on the message above (H7). */
export async function deleteMessage(room: EngineRoom, command: DeleteCommand): Promise<Deleted> {
  const { key, chatId, messageId } = command
  const { store, hub } = room
  return room.commands.once({ key, command: 'delete', input: [chatId, messageId], toAnswer: toDeleted }, keep =>
    room.chats.hold(chatId, async () => {
      const accountingId: MessageId = makeId('msg', room.randomBytes(20))
      const { plan, written } = await updateChat(store, chatId, {
        async plan(row) {
          const subtree = await readSubtree(store, chatId, messageId)
          refuseRunning(room, chatId, subtree)
          const parentId = subtree[0]?.parentId ?? null
          const pathToParent = await readPath(store, chatId, parentId, { limit: Number.POSITIVE_INFINITY })
          const known = await readAllSpending(room, [...pathToParent, ...subtree])
          const at = room.clock()
          const deletion = deleteSubtree({
            subtree: subtree.map(message => byLedger(message, known)),
            pathToParent: pathToParent.map(message => byLedger(message, known)),
            costOf: costIn(known),
            accountingId,
            at,
            reason: 'by hand',
          })
          const called = await removeCalled(room, deletion.remove)
          const requests = await forgetRequests(room, [...deletion.remove, ...called.messageIds])
          const chat = { ...row.chat, ...withoutMessages(row.chat, deletion.remove, parentId) }
          return { row, chat, ...deletion, called, requests, removals: await removalsOf(room, chatId, deletion.remove) }
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
      tellForgotten(room, plan.requests, written)
      hub.publish({ kind: 'messages-removed', chatId })
      hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
      return { removed: plan.remove.length }
    }),
  )
}

/** The message and all that hangs below it, asides included. */
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

function refuseRunning({ live }: EngineRoom, chatId: ChatId, subtree: readonly Message[]): void {
  const gone = new Set(subtree.map(message => message.id))
  const isGone = ({ draft, stands }: LiveRun) =>
    gone.has(draft.draft().parentId) || (stands && gone.has(draft.draft().messageId))
  if (live.active(chatId).some(isGone)) {
    throw new EngineError('run-active', 'an answer below this message is still being written; stop it first')
  }
}

/** The messages, their calls, and what was sent below them and has not gone. */
async function removalsOf(room: EngineRoom, chatId: ChatId, ids: readonly MessageId[]): Promise<readonly Operation[]> {
  const { store } = room
  const rows = await store.getMany(MESSAGES_SHELF, ids)
  const removals = rows.flatMap(row => (row === null ? [] : [toRemove(MESSAGES_SHELF, row)]))
  for (const id of ids) {
    for await (const row of listRows(store, CALLS_SHELF, { by: { parent: id } }))
      removals.push(toRemove(CALLS_SHELF, row))
  }
  const runs = new Set(await endedRunsAt(room, chatId, new Set(ids)))
  const { operations } = await takeWaiting(room, { chatId, runs, below: ids[0] ?? 'msg_', stands: null })
  return [...removals, ...operations.filter(({ kind }) => kind === 'remove')]
}

function toRemove(shelf: string, { id, version }: ReadRow): Operation {
  return { kind: 'remove', shelf, id, expect: version }
}

function toDeleted(answer: Json): Deleted {
  if (typeof answer === 'object' && answer !== null && 'removed' in answer && typeof answer.removed === 'number') {
    return { removed: answer.removed }
  }
  throw new Error('the stored answer of a deletion cannot be read')
}
