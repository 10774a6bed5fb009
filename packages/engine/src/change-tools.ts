import type { ToolChoice } from '@stet/history'
import { changeChat } from './change-chat.ts'
import type { ChangeToolsCommand } from './engine.ts'
import { EngineError } from './engine-error.ts'
import type { EngineRoom } from './engine-room.ts'

const MOST_TOOLS = 1000

/** Which tools a chat offers from its next message on; what may run by itself holds from the next call on (R6). */
export async function changeTools(room: EngineRoom, { key, chatId, tools }: ChangeToolsCommand): Promise<void> {
  checkTools(tools)
  await changeChat(room, {
    key,
    chatId,
    command: 'change-tools',
    input: JSON.stringify(tools),
    change: chat => ({ ...chat, settings: { ...chat.settings, tools } }),
  })
}

function checkTools(tools: readonly ToolChoice[]): void {
  if (tools.length > MOST_TOOLS) {
    throw new EngineError('invalid', `tools: ${tools.length} are more than the ${MOST_TOOLS} a chat can offer`, 'tools')
  }
  const names = new Set(tools.map(({ name }) => name))
  if (names.size < tools.length) throw new EngineError('invalid', 'tools: each can be named once', 'tools')
}
