import type { Client, McpServerId, ShownMcpServer, WorkspaceId } from '@stet/api/client'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { refreshQueries } from '../state/refresh-queries.ts'

type Reads = Pick<Client, 'mcpServers' | 'mcpServer' | 'mcpTools' | 'mcpOffers'>

/** A server starts, stops and fails by itself: its state is read again while it is looked at. */
const LOOK_AGAIN_MS = 3_000

export function serversQuery(client: Reads, workspaceId: WorkspaceId) {
  return queryOptions({
    queryKey: ['mcp', 'servers', workspaceId],
    queryFn: () => client.mcpServers(workspaceId),
    refetchInterval: LOOK_AGAIN_MS,
  })
}

export function serverQuery(client: Reads, serverId: McpServerId) {
  return queryOptions({
    queryKey: ['mcp', 'server', serverId],
    queryFn: () => client.mcpServer(serverId),
    refetchInterval: LOOK_AGAIN_MS,
    retry: false,
  })
}

const PAGE = 50

/** `listedAt` is part of the key: another list has other tools. */
export function serverToolsQuery(client: Reads, serverId: McpServerId, text: string, listedAt: number) {
  return infiniteQueryOptions({
    queryKey: ['mcp', 'tools', serverId, listedAt, text],
    queryFn: ({ pageParam }) =>
      client.mcpTools(serverId, { text: text === '' ? null : text, after: pageParam, limit: PAGE }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
}

export function offersQuery(client: Reads, serverId: McpServerId, listedAt: number) {
  return queryOptions({
    queryKey: ['mcp', 'offers', serverId, listedAt],
    queryFn: () => client.mcpOffers(serverId),
  })
}

/** Shows a server as it now is, and reads again what depends on it. */
export async function keepServer(queries: QueryClient, server: ShownMcpServer): Promise<void> {
  queries.setQueryData(['mcp', 'server', server.id], server)
  await refreshServers(queries, server.workspaceId)
}

export async function refreshServers(queries: QueryClient, workspaceId: WorkspaceId): Promise<void> {
  await refreshQueries(queries, ['mcp'], ['tools', workspaceId])
}
