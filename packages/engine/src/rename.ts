import type { RenameCommand } from './engine.ts'
import type { EngineRoom } from './engine-room.ts'
import { checkTitle } from './text-limits.ts'
import { putInPlace, updateChat } from './update-chat.ts'

/** A title by the person's hand: no model overwrites it. */
export async function rename(room: EngineRoom, { key, chatId, title }: RenameCommand): Promise<void> {
  const text = checkTitle(title)
  const command = { key, command: 'rename', input: [chatId, text], toAnswer: () => null }
  await room.commands.once(command, keep =>
    room.chats.hold(chatId, async () => {
      const { plan } = await updateChat(room.store, chatId, {
        plan: row => ({ row, chat: { ...row.chat, title: { text, by: 'person' as const } } }),
        operations: ({ row, chat }) => [putInPlace(row, chat), keep(null)],
      })
      room.hub.publish({ kind: 'chat-changed', chatId, chat: plan.chat })
      return null
    }),
  )
}
