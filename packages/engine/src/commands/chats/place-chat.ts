import { CHAT_COMMANDS, type ChatCommand } from '@stet/commands'
import type { EngineContext } from '../../engine-context.ts'
import { changeChat } from './change-chat.ts'

/** Pins a chat, archives it, or puts it back among the others (W3). It keeps its place in time. */
export async function placeChat(engine: EngineContext, command: ChatCommand<'placeChat'>): Promise<void> {
  const { place } = command
  await changeChat(engine, CHAT_COMMANDS.placeChat, command, chat => ({ ...chat, place }))
}
