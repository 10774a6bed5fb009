import { createCommands, readChat } from '@stet/engine'
import { createChat, listChats } from './chats.ts'
import type { Desk, DeskDeps } from './desk.ts'
import { changeDefaultModel, showWorkspace } from './workspace.ts'

export function createDesk(deps: DeskDeps): Desk {
  const commands = createCommands(deps)
  return {
    workspace: () => showWorkspace(deps),
    async changeDefaultModel(command) {
      await changeDefaultModel(deps, commands, command)
      return showWorkspace(deps)
    },
    async createChat({ key }) {
      const chatId = await createChat(deps, commands, key)
      return (await readChat(deps.store, chatId)).chat
    },
    listChats: query => listChats(deps, query),
  }
}
