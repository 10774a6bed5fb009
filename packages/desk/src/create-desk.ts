import { createCommands, readChat } from '@stet/engine'
import { createChat } from './create-chat.ts'
import { defaultWorkspace } from './default-workspace.ts'
import type { Desk } from './desk.ts'
import type { DeskParts } from './desk-parts.ts'
import { listChats } from './list-chats.ts'

export function createDesk(parts: DeskParts): Desk {
  const commands = createCommands(parts)
  return {
    defaultWorkspace: () => defaultWorkspace(parts),
    async createChat({ key }) {
      const chatId = await createChat(parts, commands, key)
      return (await readChat(parts.store, chatId)).chat
    },
    listChats: query => listChats(parts, query),
  }
}
