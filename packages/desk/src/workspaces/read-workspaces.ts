import { MOST_WORKSPACES } from '@stet/commands'
import { EngineError } from '@stet/engine'
import { makeId, type WorkspaceId } from '@stet/history'
import {
  Conflict,
  fromWorkspaceRow,
  newWorkspace,
  type Store,
  toWorkspacePut,
  WORKSPACES_SHELF,
  type Workspace,
} from '@stet/store'

/** The same for every owner, so that two first starts at once make one workspace. */
export const DEFAULT_ID: WorkspaceId = makeId('ws', new Uint8Array(20))
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

/** The workspace of new chats that name none. It is made at the first start and always exists. */
export async function defaultWorkspace({ store, clock }: WorkspaceDeps): Promise<WorkspaceRow> {
  const found = await findWorkspace(store, DEFAULT_ID)
  if (found !== null) return found
  const workspace = newWorkspace({ id: DEFAULT_ID, name: DEFAULT_NAME, createdAt: clock() })
  try {
    const { puts } = await store.write([toWorkspacePut(workspace, { expect: 0, order: 'next' })])
    return { workspace, version: 1, order: puts[0]?.order ?? 0 }
  } catch (error) {
    const made = error instanceof Conflict ? await findWorkspace(store, DEFAULT_ID) : null
    if (made === null) throw error
    return made
  }
}

/** Throws when there is none. */
export async function readWorkspace(deps: WorkspaceDeps, id: WorkspaceId): Promise<WorkspaceRow> {
  if (id === DEFAULT_ID) return defaultWorkspace(deps)
  const found = await findWorkspace(deps.store, id)
  if (found === null) throw new EngineError('workspace-not-found', `there is no workspace ${id}`)
  return found
}

async function findWorkspace(store: Store, id: WorkspaceId): Promise<WorkspaceRow | null> {
  const row = await store.get(WORKSPACES_SHELF, id)
  if (row === null) return null
  const workspace = fromWorkspaceRow(row)
  if ('unreadable' in workspace) throw new Error(`the workspace ${id} cannot be opened: ${workspace.unreadable}`)
  return { workspace, version: row.version, order: row.order }
}

export type ListedWorkspace = WorkspaceRow | { readonly id: WorkspaceId; readonly unreadable: string }

/** All of them in the user's order. One that cannot be opened is listed last; the others are unaffected. */
export async function readWorkspaces(deps: WorkspaceDeps): Promise<readonly ListedWorkspace[]> {
  await defaultWorkspace(deps)
  const { rows } = await deps.store.list(WORKSPACES_SHELF, { by: { parent: '' }, limit: MOST_WORKSPACES })
  const listed = rows.map((row): ListedWorkspace => {
    const workspace = fromWorkspaceRow(row)
    if ('unreadable' in workspace) return { id: toWorkspaceId(row.id), unreadable: workspace.unreadable }
    return { workspace, version: row.version, order: row.order }
  })
  return listed.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function placeOf(listed: ListedWorkspace): number {
  return 'workspace' in listed ? listed.workspace.position : Number.MAX_SAFE_INTEGER
}

/** Any row of the shelf is a workspace, also one whose body cannot be opened: its chats are listed. */
function toWorkspaceId(id: string): WorkspaceId {
  if (!id.startsWith('ws_')) throw new Error(`${WORKSPACES_SHELF}/${id} does not have the id of a workspace`)
  return `ws_${id.slice('ws_'.length)}`
}
