import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import { fromWaitingRow, WAITING_SHELF } from '@stet/store'
import type { EngineContext } from '../../engine-context.ts'
import { readLink } from '../../record/read-link.ts'
import { EngineError } from '../../runtime/engine-error.ts'

/** Takes back a message that waits for its run, and returns its text and files (R10). One that was sent already is refused. */
export async function withdraw(
  engine: EngineContext,
  command: ChatCommand<'withdraw'>,
): Promise<ChatAnswer<'withdraw'>> {
  const { chatId, messageId } = command
  const { store, hub } = engine
  return engine.commands.once(CHAT_COMMANDS.withdraw, command, keep =>
    engine.chats.hold(chatId, async () => {
      const row = await store.get(WAITING_SHELF, messageId)
      const waiting = row === null ? null : fromWaitingRow(row)
      if (row === null || waiting === null || 'unreadable' in waiting || waiting.chatId !== chatId) {
        throw await refusal(engine, { chatId, messageId })
      }
      const withdrawn = { text: waiting.text, files: [...waiting.files] }
      const removal = { kind: 'remove', shelf: WAITING_SHELF, id: messageId, expect: row.version } as const
      await store.write([removal, keep(withdrawn)])
      hub.publish({ kind: 'message-withdrawn', chatId, messageId })
      return withdrawn
    }),
  )
}

async function refusal({ store }: EngineContext, { chatId, messageId }: Omit<ChatCommand<'withdraw'>, 'key'>) {
  return (await readLink(store, chatId, messageId)) === null
    ? new EngineError('message-not-found', `no message ${messageId} waits in this chat`)
    : new EngineError('message-gone', 'this message no longer waits: it was sent')
}
