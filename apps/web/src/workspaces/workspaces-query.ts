import type { Client, TriedSettings, WorkspaceId } from '@stet/api/client'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { WORKSPACES } from '../models/models-query.ts'
import { refreshQueries } from '../state/refresh-queries.ts'

/** One with what a new chat in it starts from. */
export function workspaceOfQuery(client: Pick<Client, 'workspaceOf'>, id: WorkspaceId) {
  return queryOptions({ queryKey: [...WORKSPACES, id], queryFn: () => client.workspaceOf(id) })
}

/** What the first request of a new chat would send, with settings that are tried. */
export function firstRequestQuery(client: Pick<Client, 'inspectWorkspace'>, id: WorkspaceId, tried: TriedSettings) {
  return queryOptions({
    queryKey: [...WORKSPACES, id, 'first-request', tried],
    queryFn: () => client.inspectWorkspace(id, tried),
    placeholderData: keepPreviousData,
  })
}

/** Called after a workspace was changed. */
export async function forgetWorkspaces(queries: QueryClient): Promise<void> {
  await refreshQueries(queries, WORKSPACES, ['workspace'])
}
