import { changeChat } from './change-chat.ts'
import type { RenameCommand } from './engine.ts'
import type { EngineRoom } from './engine-room.ts'
import { checkTitle } from './text-limits.ts'

/** A title by the person's hand: no model overwrites it. */
export async function rename(room: EngineRoom, { key, chatId, title }: RenameCommand): Promise<void> {
  const text = checkTitle(title)
  const change = { key, chatId, command: 'rename', input: text }
  await changeChat(room, { ...change, change: chat => ({ ...chat, title: { text, by: 'person' } }) })
}
