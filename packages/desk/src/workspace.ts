import { type CommandOf, DESK_COMMANDS } from '@stet/commands'
import { type Commands, EngineError, findFacts } from '@stet/engine'
import { type ModelFacts, makeId } from '@stet/history'
import { Conflict, fromWorkspaceRow, type Store, toWorkspacePut, WORKSPACES_SHELF, type Workspace } from '@stet/store'
import type { DeskDeps, WorkspaceView } from './desk.ts'

/** The same for every owner, so that two first starts at once make one workspace. */
const DEFAULT_ID = makeId('ws', new Uint8Array(20))
const DEFAULT_NAME = 'My workspace'

export interface WorkspaceRow {
  readonly workspace: Workspace
  readonly version: number
  readonly order: number
}

interface WorkspaceDeps {
  readonly store: Store
  readonly clock: () => number
}

export async function defaultWorkspace({ store, clock }: WorkspaceDeps): Promise<WorkspaceRow> {
  const found = await readDefault(store)
  if (found !== null) return found
  const workspace: Workspace = { id: DEFAULT_ID, name: DEFAULT_NAME, createdAt: clock(), model: null }
  try {
    const { puts } = await store.write([toWorkspacePut(workspace, { expect: 0, order: 'next' })])
    return { workspace, version: 1, order: puts[0]?.order ?? 0 }
  } catch (error) {
    const made = error instanceof Conflict ? await readDefault(store) : null
    if (made === null) throw error
    return made
  }
}

async function readDefault(store: Store): Promise<WorkspaceRow | null> {
  const row = await store.get(WORKSPACES_SHELF, DEFAULT_ID)
  if (row === null) return null
  const workspace = fromWorkspaceRow(row)
  if ('unreadable' in workspace) throw new Error(`the default workspace cannot be opened: ${workspace.unreadable}`)
  return { workspace, version: row.version, order: row.order }
}

const MOST_TRIES = 20

interface DefaultModel {
  readonly model: ModelFacts
  readonly because: string | null
}

/** The model of a new chat: the chosen one, or the demo with the reason. */
export async function findDefaultModel(deps: DeskDeps, { model: chosen }: Workspace): Promise<DefaultModel> {
  if (chosen === null) return { model: deps.fallback, because: null }
  const found = await findFacts(deps, chosen)
  return found.facts === null ? { model: deps.fallback, because: found.because } : { model: found.facts, because: null }
}

export async function showWorkspace(deps: DeskDeps): Promise<WorkspaceView> {
  const { workspace } = await defaultWorkspace(deps)
  const { id, name, model: chosenModel } = workspace
  return { id, name, chosenModel, ...(await findDefaultModel(deps, workspace)) }
}

/** Refuses a model that cannot be used now: the demo would answer in its place. */
export async function changeDefaultModel(
  deps: DeskDeps,
  commands: Commands,
  command: CommandOf<typeof DESK_COMMANDS.changeDefaultModel>,
): Promise<void> {
  const { model } = command
  await commands.once(DESK_COMMANDS.changeDefaultModel, command, async keep => {
    const found = model && (await findFacts(deps, model))
    if (found?.facts === null) throw new EngineError('model-not-found', found.because, 'model')
    for (let tries = 1; ; tries += 1) {
      const { workspace, version, order } = await defaultWorkspace(deps)
      try {
        await deps.store.write([toWorkspacePut({ ...workspace, model }, { expect: version, order }), keep(null)])
        return null
      } catch (error) {
        if (!(error instanceof Conflict && error.shelf === WORKSPACES_SHELF && tries < MOST_TRIES)) throw error
      }
    }
  })
}
