import { makeId } from '@stet/history'
import { Conflict, fromWorkspaceRow, type Store, toWorkspacePut, WORKSPACES_SHELF, type Workspace } from '@stet/store'

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
