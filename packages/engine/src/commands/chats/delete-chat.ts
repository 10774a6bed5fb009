import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import type { ChatId } from '@stet/history'
import { UNDO_MS } from '../../deletion/deleted-chats.ts'
import type { EngineContext } from '../../engine-context.ts'
import { putInPlace, updateChat } from '../../record/update-chat.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { stopAll } from '../answering/stop.ts'

/**
 * Hides a chat and stops what runs in it. Its rows are deleted ten seconds later, whether or not a page is open: until then
 * `restoreChat` brings it back whole.
 */
export async function deleteChat(
  engine: EngineContext,
  command: ChatCommand<'deleteChat'>,
): Promise<ChatAnswer<'deleteChat'>> {
  const { chatId } = command
  return engine.commands.once(CHAT_COMMANDS.deleteChat, command, async keep => {
    const deleteAt = await engine.chats.hold(chatId, async () => {
      const { plan } = await updateChat(engine.store, chatId, {
        plan(row) {
          if (row.chat.calledBy !== null) throw notFound(chatId)
          return { row, chat: { ...row.chat, deleteAt: row.chat.deleteAt ?? engine.clock() + UNDO_MS } }
        },
        operations: ({ row, chat }) => [putInPlace(row, chat), keep({ deleteAt: chat.deleteAt })],
      })
      const { chat } = plan
      engine.deletedChats.begin(chatId, chat.deleteAt)
      engine.hub.publish({ kind: 'chat-changed', chatId, chat })
      return chat.deleteAt
    })
    await stopAll(engine, chatId)
    return { deleteAt }
  })
}

/** Brings a deleted chat back, where it was. Refused once its deletion has begun. */
export async function restoreChat(engine: EngineContext, command: ChatCommand<'restoreChat'>): Promise<void> {
  const { chatId } = command
  await engine.commands.once(CHAT_COMMANDS.restoreChat, command, keep =>
    engine.chats.hold(chatId, async () => {
      const { plan } = await updateChat(engine.store, chatId, {
        plan(row) {
          const { deleteAt } = row.chat
          if (deleteAt !== null && (deleteAt <= engine.clock() || !engine.deletedChats.cancel(chatId))) {
            throw notFound(chatId)
          }
          return { row, chat: { ...row.chat, deleteAt: null } }
        },
        operations: ({ row, chat }) => [putInPlace(row, chat), keep(null)],
      })
      engine.hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
      return null
    }),
  )
}

function notFound(chatId: ChatId): EngineError {
  return new EngineError('chat-not-found', `there is no chat ${chatId}`)
}
