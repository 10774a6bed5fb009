import type { Client, TriedSettings, WorkspaceId } from '@stet/api/client'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'

const KEY = ['workspaces']

/** All of them, in the order of the user. */
export function workspacesQuery(client: Pick<Client, 'workspaces'>) {
  return queryOptions({ queryKey: KEY, queryFn: async () => (await client.workspaces()).workspaces })
}

/** One with what a new chat in it starts from. */
export function workspaceOfQuery(client: Pick<Client, 'workspaceOf'>, id: WorkspaceId) {
  return queryOptions({ queryKey: [...KEY, id], queryFn: () => client.workspaceOf(id) })
}

/** What the first request of a new chat would send, with settings that are tried. */
export function firstRequestQuery(client: Pick<Client, 'inspectWorkspace'>, id: WorkspaceId, tried: TriedSettings) {
  return queryOptions({
    queryKey: [...KEY, id, 'first-request', tried],
    queryFn: () => client.inspectWorkspace(id, tried),
    placeholderData: keepPreviousData,
  })
}

/** Called after a workspace was changed. */
export async function forgetWorkspaces(queries: QueryClient): Promise<void> {
  await Promise.all([KEY, ['workspace']].map(queryKey => queries.invalidateQueries({ queryKey })))
}
