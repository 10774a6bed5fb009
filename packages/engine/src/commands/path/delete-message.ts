import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import { type ChatId, deleteSubtree, type Message, type MessageId, makeId, withoutMessages } from '@stet/history'
import {
  CALLS_SHELF,
  CHATS_SHELF,
  fromChatRow,
  fromMessageRow,
  MESSAGES_SHELF,
  type Operation,
  readManyChildren,
  readPath,
  type Store,
  takeTurns,
  toDeletionPut,
} from '@stet/store'
import type { EngineContext } from '../../engine-context.ts'
import { byLedger, costIn } from '../../ledger/branch-spending.ts'
import { readAllSpending } from '../../ledger/message-spending.ts'
import { putInPlace, updateChat } from '../../record/update-chat.ts'
import type { LiveRun } from '../../run/live/live-runs.ts'
import { endedRunsAt, takeWaiting } from '../../run/request/take-waiting.ts'
import { EngineError } from '../../runtime/engine-error.ts'

/**
 * Deletes a message and everything below it. What was spent there is kept as an accounting message above (H7). From the first write on it is
 * certain: a crash before the end only delays the rest.
 */
export async function deleteMessage(
  engine: EngineContext,
  command: ChatCommand<'deleteMessage'>,
): Promise<ChatAnswer<'deleteMessage'>> {
  const { chatId, messageId } = command
  const { store, hub } = engine
  return engine.commands.once(CHAT_COMMANDS.deleteMessage, command, keep =>
    engine.chats.hold(chatId, async () => {
      const accountingId: MessageId = makeId('msg', engine.randomBytes(20))
      const { plan } = await updateChat(store, chatId, {
        async plan(row) {
          const subtree = await readSubtree(store, chatId, messageId)
          await refuseRunning(engine, chatId, subtree)
          const parentId = subtree[0]?.parentId ?? null
          const pathToParent = await readPath(store, chatId, parentId, { limit: Number.POSITIVE_INFINITY })
          const known = await readAllSpending(engine, [...pathToParent, ...subtree])
          const { remove, accounting } = deleteSubtree({
            subtree: subtree.map(message => byLedger(message, known)),
            pathToParent: pathToParent.map(message => byLedger(message, known)),
            costOf: costIn(known),
            accountingId,
            at: engine.clock(),
            reason: 'by hand',
          })
          const chat = { ...row.chat, ...withoutMessages(row.chat, remove, parentId) }
          return { row, chat, remove, accounting, waiting: await removeWaiting(engine, chatId, remove) }
        },
        operations: ({ row, chat, remove, accounting, waiting }) => [
          toDeletionPut({ kind: 'messages', id: messageId, chatId, accounting }),
          ...waiting,
          putInPlace(row, chat),
          keep({ removed: remove.length }),
        ],
      })
      await engine.deletions.messages({ kind: 'messages', id: messageId, chatId, accounting: plan.accounting })
      engine.approvals.forget(plan.remove)
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
    await takeTurns()
    subtree.push(...level)
    const ids = level.map(message => message.id)
    level = (await readManyChildren(store, chatId, ids)).flat()
  }
  return subtree
}

async function refuseRunning(engine: EngineContext, chatId: ChatId, subtree: readonly Message[]): Promise<void> {
  const { live } = engine
  const gone = new Set<string>(subtree.map(message => message.id))
  const isGone = ({ draft, saved }: LiveRun) =>
    gone.has(draft.draft().parentId) || (saved && gone.has(draft.draft().messageId))
  if (live.active(chatId).some(isGone)) {
    throw new EngineError('run-active', 'an answer below this message is still being written; stop it first')
  }
  const others = new Set(live.all().map(run => run.chatId)).difference(new Set([chatId]))
  for (const other of others) {
    if (live.active(other).length > 0 && gone.has(await readCaller(engine.store, other))) {
      throw new EngineError('run-active', 'a call below this message is still running; stop it first')
    }
  }
}

/** The message whose call made a chat (T6); empty for another chat. */
async function readCaller(store: Store, chatId: ChatId): Promise<string> {
  const row = await store.get(CHATS_SHELF, chatId)
  const chat = row === null ? null : fromChatRow(row)
  if (chat === null || 'unreadable' in chat || chat.calledBy === null) return ''
  return (await store.get(CALLS_SHELF, chat.calledBy.callId))?.parent ?? ''
}

/** Messages that still wait below the deleted ones go with them. */
async function removeWaiting(
  engine: EngineContext,
  chatId: ChatId,
  ids: readonly MessageId[],
): Promise<readonly Operation[]> {
  const runs = new Set(await endedRunsAt(engine, chatId, new Set(ids)))
  const { operations } = await takeWaiting(engine, { chatId, runs, below: ids[0] ?? 'msg_', lastSaved: null })
  return operations.filter(({ kind }) => kind === 'remove')
}
