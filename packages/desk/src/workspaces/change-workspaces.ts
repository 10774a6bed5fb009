import { type CommandOf, DESK_COMMANDS, MOST_WORKSPACES } from '@stet/commands'
import { type Commands, checkDocuments, checkPrompt, checkTools, EngineError, findFacts } from '@stet/engine'
import { type ModelChoice, makeId, type WorkspaceId } from '@stet/history'
import {
  DRAFTS_SHELF,
  draftRef,
  newWorkspace,
  type Put,
  toWorkspacePut,
  WORKSPACES_SHELF,
  type Workspace,
} from '@stet/store'
import type { DeskDeps } from '../desk.ts'
import { retryConflict } from '../retry-conflict.ts'
import { DEFAULT_ID, readWorkspace, readWorkspaces } from './read-workspaces.ts'
import { trySettings } from './show-workspaces.ts'

export async function createWorkspace(
  deps: DeskDeps,
  commands: Commands,
  command: CommandOf<typeof DESK_COMMANDS.createWorkspace>,
): Promise<WorkspaceId> {
  const { name, icon, systemPrompt = '' } = command
  checkPrompt(systemPrompt, 'systemPrompt')
  return commands.once(DESK_COMMANDS.createWorkspace, command, async keep => {
    const all = await readWorkspaces(deps)
    if (all.length >= MOST_WORKSPACES) {
      throw new EngineError('invalid', `There are ${MOST_WORKSPACES} workspaces already; delete one first.`)
    }
    const [first] = all.flatMap(row => ('workspace' in row && row.workspace.id === DEFAULT_ID ? [row.workspace] : []))
    const id = makeId('ws', deps.randomBytes(20))
    const blank = newWorkspace({ id, name: name.trim(), createdAt: deps.clock() })
    const workspace: Workspace = {
      ...blank,
      icon,
      // Otherwise the demo would answer in it, although the user has set up a model.
      model: first?.model ?? null,
      position: Math.max(-1, ...all.flatMap(row => ('workspace' in row ? [row.workspace.position] : []))) + 1,
      settings: { ...blank.settings, systemPrompt },
    }
    await deps.store.write([toWorkspacePut(workspace, { expect: 0, order: 'next' }), keep(id)])
    return id
  })
}

/** Its name and icon. */
export async function changeWorkspace(
  deps: DeskDeps,
  commands: Commands,
  command: CommandOf<typeof DESK_COMMANDS.changeWorkspace>,
): Promise<void> {
  const { workspaceId, name, icon } = command
  await commands.once(DESK_COMMANDS.changeWorkspace, command, async keep => {
    await update(deps, workspaceId, keep(null), workspace => ({ ...workspace, name: name.trim(), icon }))
    return null
  })
}

export async function changeBudget(
  deps: DeskDeps,
  commands: Commands,
  command: CommandOf<typeof DESK_COMMANDS.changeBudget>,
): Promise<void> {
  const { workspaceId, budget } = command
  await commands.once(DESK_COMMANDS.changeBudget, command, async keep => {
    await update(deps, workspaceId, keep(null), workspace => ({ ...workspace, budget }))
    return null
  })
}

/** What new chats start from. Chats that exist keep their own settings (W1). */
export async function changeWorkspaceSettings(
  deps: DeskDeps,
  commands: Commands,
  command: CommandOf<typeof DESK_COMMANDS.changeWorkspaceSettings>,
): Promise<void> {
  const { workspaceId, key: _, model, ...settings } = command
  await commands.once(DESK_COMMANDS.changeWorkspaceSettings, command, async keep => {
    if (settings.systemPrompt !== undefined) checkPrompt(settings.systemPrompt, 'systemPrompt')
    if (settings.documents !== undefined) await checkDocuments(deps.store, settings.documents)
    if (settings.tools !== undefined) checkTools(await deps.tools(workspaceId), settings.tools)
    await checkModel(deps, model ?? null)
    await update(deps, workspaceId, keep(null), async before => {
      const workspace = model === undefined ? before : { ...before, model }
      const { model: _, context, ...changed } = await trySettings(deps, workspace, settings)
      // Until they are changed, the context settings are the defaults of whichever model a chat starts with.
      return {
        ...workspace,
        settings: { ...changed, context: settings.context === undefined ? before.settings.context : context },
      }
    })
    return null
  })
}

/** The model of new chats in the first workspace; one that cannot be used now is refused. */
export async function changeDefaultModel(
  deps: DeskDeps,
  commands: Commands,
  command: CommandOf<typeof DESK_COMMANDS.changeDefaultModel>,
): Promise<void> {
  const { model } = command
  await commands.once(DESK_COMMANDS.changeDefaultModel, command, async keep => {
    await checkModel(deps, model)
    await update(deps, DEFAULT_ID, keep(null), workspace => ({ ...workspace, model }))
    return null
  })
}

/** The demo would answer in its place. */
async function checkModel(deps: DeskDeps, model: ModelChoice | null): Promise<void> {
  const found = model && (await findFacts(deps, model))
  if (found?.facts === null) throw new EngineError('model-not-found', found.because, 'model')
}

/** Workspaces that the command does not name, such as one made meanwhile, follow the named ones in the order they had. */
export async function orderWorkspaces(
  deps: DeskDeps,
  commands: Commands,
  command: CommandOf<typeof DESK_COMMANDS.orderWorkspaces>,
): Promise<void> {
  const { workspaceIds } = command
  await commands.once(DESK_COMMANDS.orderWorkspaces, command, async keep => {
    await retryConflict(async () => {
      const rows = (await readWorkspaces(deps)).flatMap(row => ('workspace' in row ? [row] : []))
      const wanted = workspaceIds.flatMap(id => rows.filter(({ workspace }) => workspace.id === id))
      const ordered = [...new Set([...wanted, ...rows])]
      const moved = ordered.flatMap(({ workspace, version, order }, position) =>
        workspace.position === position ? [] : [toWorkspacePut({ ...workspace, position }, { expect: version, order })],
      )
      await deps.store.write([...moved, keep(null)])
    })
    return null
  })
}

/** Deletes a workspace with all its chats. It is gone from every list at once; the rest is erased in the background. */
export async function deleteWorkspace(
  deps: DeskDeps,
  commands: Commands,
  command: CommandOf<typeof DESK_COMMANDS.deleteWorkspace>,
): Promise<void> {
  const { workspaceId } = command
  await commands.once(DESK_COMMANDS.deleteWorkspace, command, async keep => {
    if (workspaceId === DEFAULT_ID) {
      throw new EngineError(
        'invalid',
        'The first workspace cannot be deleted: new chats start there. Rename it instead.',
      )
    }
    await retryConflict(async () => {
      const { version } = await readWorkspace(deps, workspaceId)
      const removal = { kind: 'remove', shelf: WORKSPACES_SHELF, id: workspaceId, expect: version } as const
      const others = (await deps.removalsOf?.(workspaceId)) ?? []
      const [typed] = await deps.store.listHeads(DRAFTS_SHELF, [{ by: { ref: draftRef(workspaceId) }, limit: 100 }])
      const drafts = (typed?.heads ?? []).map(
        ({ id, version }) => ({ kind: 'remove', shelf: DRAFTS_SHELF, id, expect: version }) as const,
      )
      await deps.deleteChatsOf(workspaceId, [removal, ...others, ...drafts, keep(null)])
    })
    return null
  })
}

async function update(
  deps: DeskDeps,
  id: WorkspaceId,
  kept: Put,
  change: (workspace: Workspace) => Promise<Workspace> | Workspace,
): Promise<void> {
  await retryConflict(async () => {
    const { workspace, version, order } = await readWorkspace(deps, id)
    await deps.store.write([toWorkspacePut(await change(workspace), { expect: version, order }), kept])
  })
}
