import { changeChat } from './change-chat.ts'
import { checkContext } from './check-context.ts'
import type { ChangeContextCommand } from './engine.ts'
import type { EngineRoom } from './engine-room.ts'

/** How the chat's view is set from its next request on. A run that has started keeps the settings it started with. */
export async function changeContext(room: EngineRoom, command: ChangeContextCommand): Promise<void> {
  const { key, chatId } = command
  const context = checkContext(command.context)
  await changeChat(room, {
    key,
    chatId,
    command: 'change-context',
    input: JSON.stringify(context),
    change: chat => ({ ...chat, settings: { ...chat.settings, context } }),
  })
}
