import { CHAT_COMMANDS, type ChatCommand, type SettingGroup } from '@stet/commands'
import type { Chat, ChatSettings, ModelChoice, WorkspaceId } from '@stet/history'
import {
  CHATS_SHELF,
  chatList,
  fromChatRow,
  fromWorkspaceRow,
  listRows,
  WORKSPACES_SHELF,
  type Workspace,
} from '@stet/store'
import { findFacts, readFacts } from '../../compaction/read-facts.ts'
import { renderPrompt } from '../../compaction/render-prompt.ts'
import type { EngineContext } from '../../engine-context.ts'
import { putInPlace, updateChat } from '../../record/update-chat.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { changeChat } from './change-chat.ts'
import { startingSettings } from './starting-settings.ts'

/** Takes the settings of the chat's workspace again, one group of them (W1). The system prompt is rendered where it or the tools change. */
export async function takeWorkspaceSettings(
  engine: EngineContext,
  command: ChatCommand<'takeWorkspaceSettings'>,
): Promise<void> {
  const { group } = command
  await changeChat(engine, CHAT_COMMANDS.takeWorkspaceSettings, command, async before => {
    const workspace = await readWorkspaceOf(engine, before.workspaceId)
    const taken = await groupOf(engine, workspace, before, group)
    const chat: Chat = { ...before, settings: { ...before.settings, ...taken } }
    const isRendered = group === 'systemPrompt' || group === 'tools'
    return isRendered ? { ...chat, prompt: await renderPrompt(engine, chat) } : chat
  })
}

async function groupOf(
  engine: EngineContext,
  workspace: Workspace,
  chat: Chat,
  group: SettingGroup,
): Promise<Partial<ChatSettings>> {
  switch (group) {
    case 'model':
      return { model: await modelOf(engine, workspace) }
    case 'context':
      return { context: startingSettings(workspace, await readFacts(engine, chat)).context }
    case 'systemPrompt':
    case 'answer':
    case 'tools':
    case 'wording':
    case 'documents':
      return { [group]: workspace.settings[group] }
  }
}

async function modelOf(engine: EngineContext, { model, name }: Workspace): Promise<ModelChoice> {
  if (model === null) throw new EngineError('model-not-found', `No model is chosen in ${name}.`, 'group')
  const found = await findFacts(engine, model)
  if (found.facts === null) throw new EngineError('model-not-found', found.because, 'group')
  return model
}

/** Moves a chat to another workspace, with the chats that its calls made. Its settings stay its own. */
export async function moveChat(engine: EngineContext, command: ChatCommand<'moveChat'>): Promise<void> {
  const { workspaceId } = command
  await readWorkspaceOf(engine, workspaceId)
  await changeChat(engine, CHAT_COMMANDS.moveChat, command, async chat => {
    if (chat.calledBy !== null)
      throw new EngineError('invalid', 'A chat of a tool call stays with the chat that called it.')
    if (chat.workspaceId !== workspaceId) await moveCalled(engine, chat, workspaceId)
    return { ...chat, workspaceId }
  })
}

/** One by one, before the chat itself: what a crash leaves half moved is moved when the command is repeated. */
async function moveCalled(engine: EngineContext, { id, workspaceId: from }: Chat, to: WorkspaceId): Promise<void> {
  for await (const row of listRows(engine.store, CHATS_SHELF, { by: { parent: chatList(from, 'called') } })) {
    const called = fromChatRow(row)
    if ('unreadable' in called || called.calledBy?.chatId !== id) continue
    await engine.chats.hold(called.id, () =>
      updateChat(engine.store, called.id, {
        plan: current => current,
        operations: current => [putInPlace(current, { ...current.chat, workspaceId: to })],
      }),
    )
  }
}

async function readWorkspaceOf({ store }: EngineContext, id: WorkspaceId): Promise<Workspace> {
  const row = await store.get(WORKSPACES_SHELF, id)
  const workspace = row === null ? null : fromWorkspaceRow(row)
  if (workspace === null) throw new EngineError('workspace-not-found', `there is no workspace ${id}`)
  if ('unreadable' in workspace) throw new Error(`the workspace ${id} cannot be opened: ${workspace.unreadable}`)
  return workspace
}
