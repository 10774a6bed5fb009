import { checkChanges, checkWording, findFacts, type Inspection, startingSettings } from '@stet/engine'
import {
  answerSettings,
  blankChat,
  type Chat,
  type ChatSettings,
  contextSettings,
  type ModelFacts,
  makeId,
  type PromptValues,
  plainFacts,
  type WorkspaceId,
  wordingSettings,
} from '@stet/history'
import { CHATS_SHELF, chatList, FILES_SHELF, filesOfRef, type Workspace } from '@stet/store'
import type { DeskDeps, TriedSettings, WorkspaceContents, WorkspaceEntry, WorkspaceView } from '../desk.ts'
import { DEFAULT_ID, readWorkspace, readWorkspaces } from './read-workspaces.ts'

interface StartingModel {
  readonly model: ModelFacts
  readonly because: string | null
}

/** The model of a new chat: the chosen one, or the demo with the reason. */
export async function findStartingModel(deps: DeskDeps, { model: chosen }: Workspace): Promise<StartingModel> {
  if (chosen === null) return { model: deps.fallback, because: null }
  const found = await findFacts(deps, chosen)
  return found.facts === null ? { model: deps.fallback, because: found.because } : { model: found.facts, because: null }
}

export async function showWorkspace(deps: DeskDeps, workspaceId: WorkspaceId): Promise<WorkspaceView> {
  const { workspace } = await readWorkspace(deps, workspaceId)
  const { id, name, icon, model: chosenModel } = workspace
  const starting = await findStartingModel(deps, workspace)
  const { model: _, ...settings } = startingSettings(workspace, starting.model)
  return { id, name, icon, isDefault: id === DEFAULT_ID, chosenModel, ...starting, settings }
}

export async function listWorkspaces(deps: DeskDeps): Promise<readonly WorkspaceEntry[]> {
  return (await readWorkspaces(deps)).flatMap(listed =>
    'workspace' in listed
      ? [{ id: listed.workspace.id, name: listed.workspace.name, icon: listed.workspace.icon }]
      : [],
  )
}

/** Beyond that the page says "more than". */
const MOST_COUNTED = 10_000

/** What would be deleted with a workspace. */
export async function countContents(deps: DeskDeps, workspaceId: WorkspaceId): Promise<WorkspaceContents> {
  await readWorkspace(deps, workspaceId)
  const queries = plainFacts.place.choices.map(place => ({
    by: { parent: chatList(workspaceId, place) },
    limit: MOST_COUNTED,
  }))
  const pages = await deps.store.listHeads(CHATS_SHELF, queries)
  const ids = pages.flatMap(({ heads }) => heads.map(({ id }) => id))
  const [files] = await deps.store.listHeads(FILES_SHELF, [
    { by: { ref: filesOfRef(workspaceId) }, limit: MOST_COUNTED },
  ])
  return {
    chats: Math.min(ids.length, MOST_COUNTED),
    more: ids.length > MOST_COUNTED || pages.some(({ next }) => next !== null),
    running: ids.filter(id => deps.running(`chat_${id.slice('chat_'.length)}`)).length,
    files: files?.heads.length ?? 0,
  }
}

/** What a new chat of a workspace would start from with these changes. In a group of settings, those that are not named stay. */
export async function trySettings(deps: DeskDeps, workspace: Workspace, tried: TriedSettings): Promise<ChatSettings> {
  const { model } = await findStartingModel(deps, workspace)
  const starting = startingSettings(workspace, model)
  const wording = checkChanges(wordingSettings, starting.wording, tried.wording ?? {})
  if (tried.wording !== undefined) checkWording(wording)
  return {
    ...starting,
    ...tried,
    context: checkChanges(contextSettings, starting.context, tried.context ?? {}),
    answer: checkChanges(answerSettings, starting.answer, tried.answer ?? {}),
    wording,
  }
}

/** A new chat of a workspace, as it would be made now with these settings. It is not saved. */
async function imagineChat(deps: DeskDeps, workspaceId: WorkspaceId, tried: TriedSettings): Promise<Chat> {
  const { workspace } = await readWorkspace(deps, workspaceId)
  const settings = await trySettings(deps, workspace, tried)
  return blankChat({ id: makeId('chat', deps.randomBytes(20)), workspaceId, at: deps.clock(), settings })
}

/** What the variables of a system prompt mean in a new chat, as of now. */
export async function workspacePromptValues(deps: DeskDeps, workspaceId: WorkspaceId): Promise<PromptValues> {
  return deps.promptValues(await imagineChat(deps, workspaceId, {}))
}

/** What the first request of a new chat would send, with the workspace's settings or others that are tried. */
export async function inspectWorkspace(
  deps: DeskDeps,
  workspaceId: WorkspaceId,
  tried: TriedSettings,
): Promise<Inspection> {
  const chat = await imagineChat(deps, workspaceId, tried)
  return deps.inspectNew({ ...chat, prompt: await deps.renderPrompt(chat) })
}
