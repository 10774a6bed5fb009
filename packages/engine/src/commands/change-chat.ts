import type { Chat, ChatId, Json } from '@stet/history'
import type { EngineContext } from '../engine-context.ts'
import { putInPlace, updateChat } from '../record/update-chat.ts'

interface ChatChange {
  readonly key: string
  readonly chatId: ChatId
  readonly command: string
  /** What tells a repetition from another command under the same key. */
  readonly input: Json
  readonly change: (chat: Chat) => Promise<Chat> | Chat
}

/** A change of a chat that a person makes: once for its key, told to every page, and without moving the chat in its list. */
export async function changeChat(
  engine: EngineContext,
  { key, chatId, command, input, change }: ChatChange,
): Promise<void> {
  await engine.commands.once({ key, command, input: [chatId, input], toAnswer: () => null }, keep =>
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
