import { createCommands, readChat } from '@stet/engine'
import { createChat } from './create-chat.ts'
import { changeDefaultModel, showWorkspace } from './default-model.ts'
import type { Desk } from './desk.ts'
import type { DeskDeps } from './desk-deps.ts'
import { listChats } from './list-chats.ts'

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
