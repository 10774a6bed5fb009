import { createCommands, readChat } from '@stet/engine'
import { createChat } from './create-chat.ts'
import { changeDefaultModel, showWorkspace } from './default-model.ts'
import type { Desk } from './desk.ts'
import type { DeskParts } from './desk-parts.ts'
import { listChats } from './list-chats.ts'

export function createDesk(parts: DeskParts): Desk {
  const commands = createCommands(parts)
  return {
    workspace: () => showWorkspace(parts),
    async changeDefaultModel(command) {
      await changeDefaultModel(parts, commands, command)
      return showWorkspace(parts)
    },
    async createChat({ key }) {
      const chatId = await createChat(parts, commands, key)
      return (await readChat(parts.store, chatId)).chat
    },
    listChats: query => listChats(parts, query),
  }
}
