import type { Client, WorkspaceId } from '@stet/api/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Every tool of a workspace, including those that this home cannot offer. */
export function toolsQuery(client: Pick<Client, 'tools'>, workspaceId: WorkspaceId, text = '') {
  return queryOptions({
    queryKey: ['tools', workspaceId, text],
    queryFn: () => client.tools(workspaceId, { text: text === '' ? null : text }),
    placeholderData: keepPreviousData,
  })
}
