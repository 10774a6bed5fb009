import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import { makeId, type NewMessage, withCheckpointStep } from '@stet/history'
import { readNewestLeaf, readSiblingIds, toMessagePut } from '@stet/store'
import { renderAgain } from '../../compaction/render-prompt.ts'
import type { EngineContext } from '../../engine-context.ts'
import { orderOf } from '../../record/order-of.ts'
import { putInPlace, updateChat } from '../../record/update-chat.ts'
import { checkParent } from '../../run/request/check-parent.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { checkAlone } from './summarise.ts'

/** Puts a checkpoint at the end of the shown path: nothing before it is sent any more (H6). Deletes nothing, and can be lifted. */
export async function clear(engine: EngineContext, command: ChatCommand<'clear'>): Promise<ChatAnswer<'clear'>> {
  const { chatId } = command
  const { store, hub } = engine
  return engine.commands.once(CHAT_COMMANDS.clear, command, keep =>
    engine.chats.hold(chatId, async () => {
      const id = makeId('msg', engine.randomBytes(20))
      const { plan, written } = await updateChat(store, chatId, {
        async plan(row) {
          const parentId = await readNewestLeaf(store, chatId, row.chat.tip)
          if (parentId === null) throw new EngineError('invalid', 'there is nothing in this chat to clear')
          await checkParent(engine, chatId, parentId)
          checkAlone(engine, chatId)
          const message = {
            id,
            chatId,
            parentId,
            at: engine.clock(),
            copiedFrom: null,
            role: 'clear',
          } satisfies NewMessage
          const made = { id, parentId }
          const chat = withCheckpointStep(row.chat, await renderAgain(engine, row.chat), { kind: 'clear', made })
          return { row, chat, message, siblings: await readSiblingIds(store, message) }
        },
        operations: ({ row, chat, message }) => [
          toMessagePut(message),
          putInPlace(row, chat),
          keep({ checkpointId: id }),
        ],
      })
      const message = { ...plan.message, order: orderOf(written, id) }
      hub.publish({ kind: 'message-added', chatId, message, siblings: plan.siblings, tip: plan.chat.tip })
      if (plan.chat !== plan.row.chat) hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
      return { checkpointId: id }
    }),
  )
}
