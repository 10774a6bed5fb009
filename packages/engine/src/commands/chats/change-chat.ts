import type { Command, Given } from '@stet/commands'
import type { Chat, ChatId } from '@stet/history'
import type { EngineContext } from '../../engine-context.ts'
import { putInPlace, updateChat } from '../../record/update-chat.ts'

/** Runs a command that changes the chat's row: once for its key, published to every page, without moving the chat in its list. */
export async function changeChat<Path extends string, Input, Field extends string>(
  engine: EngineContext,
  definition: Command<Path, Input, null, Field>,
  command: { readonly key: string; readonly chatId: ChatId } & NoInfer<Given<Path, Input, Field>>,
  change: (chat: Chat) => Promise<Chat> | Chat,
): Promise<void> {
  const { chatId } = command
  await engine.commands.once(definition, command, keep =>
    engine.chats.hold(chatId, async () => {
      const { plan } = await updateChat(engine.store, chatId, {
        plan: async row => ({ row, chat: await change(row.chat) }),
        operations: ({ row, chat }) => [putInPlace(row, chat), keep(null)],
      })
      engine.hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
      return null
    }),
  )
}
