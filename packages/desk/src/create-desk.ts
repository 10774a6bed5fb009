import { createCommands, readChat } from '@stet/engine'
import { listAttachments } from './attachments/list-attachments.ts'
import { activeChats, createChat, listChats } from './chats.ts'
import type { Desk, DeskDeps } from './desk.ts'
import { readDraft, saveDraft } from './drafts/drafts.ts'
import { findInChat } from './find-in-chat.ts'
import * as prompts from './prompts/prompts.ts'
import { searchChats } from './search.ts'
import * as change from './workspaces/change-workspaces.ts'
import { DEFAULT_ID } from './workspaces/read-workspaces.ts'
import * as show from './workspaces/show-workspaces.ts'

export function createDesk(deps: DeskDeps): Desk {
  const commands = createCommands(deps)
  /** Called after the write: other pages read the workspaces again. */
  const announce = () => deps.events.publish({ kind: 'workspaces-changed', chatId: null })
  return {
    workspace: () => show.showWorkspace(deps, DEFAULT_ID),
    workspaceOf: id => show.showWorkspace(deps, id),
    workspaces: () => show.listWorkspaces(deps),
    workspaceContents: id => show.countContents(deps, id),
    workspacePromptValues: id => show.workspacePromptValues(deps, id),
    inspectWorkspace: (id, tried) => show.inspectWorkspace(deps, id, tried),
    async createWorkspace(command) {
      const id = await change.createWorkspace(deps, commands, command)
      announce()
      return show.showWorkspace(deps, id)
    },
    async changeWorkspace(command) {
      await change.changeWorkspace(deps, commands, command)
      announce()
      return show.showWorkspace(deps, command.workspaceId)
    },
    async changeWorkspaceSettings(command) {
      await change.changeWorkspaceSettings(deps, commands, command)
      announce()
      return show.showWorkspace(deps, command.workspaceId)
    },
    async changeDefaultModel(command) {
      await change.changeDefaultModel(deps, commands, command)
      announce()
      return show.showWorkspace(deps, DEFAULT_ID)
    },
    prompts: () => prompts.listPrompts(deps),
    createPrompt: command => prompts.createPrompt(deps, commands, command),
    changePrompt: command => prompts.changePrompt(deps, commands, command),
    deletePrompt: command => prompts.deletePrompt(deps, commands, command),
    async changeBudget(command) {
      await change.changeBudget(deps, commands, command)
      announce()
    },
    async orderWorkspaces(command) {
      await change.orderWorkspaces(deps, commands, command)
      announce()
    },
    async deleteWorkspace(command) {
      await change.deleteWorkspace(deps, commands, command)
      announce()
    },
    async createChat(command) {
      const chatId = await createChat(deps, commands, command)
      return (await readChat(deps.store, chatId)).chat
    },
    listChats: query => listChats(deps, query),
    activeChats: () => activeChats(deps),
    search: query => searchChats(deps, query),
    findInChat: query => findInChat(deps, query),
    attachments: query => listAttachments(deps, query),
    draft: name => readDraft(deps, name),
    saveDraft: given => saveDraft(deps, given),
  }
}
