import { EngineError } from '@stet/engine'
import type { McpServerId, WorkspaceId } from '@stet/history'
import {
  fromMcpCatalogRow,
  fromMcpServerRow,
  MCP_CATALOGS_SHELF,
  MCP_SECRETS_SHELF,
  MCP_SERVERS_SHELF,
  MCP_TOKENS_SHELF,
  type McpCatalogRecord,
  type McpServerRecord,
  type Operation,
  type ReadRow,
  type Store,
} from '@stet/store'

/** A server as stored, with the versions that a change needs. */
export interface StoredServer {
  readonly record: McpServerRecord
  readonly version: number
  readonly order: number
  /** Null until it was first asked, and when what was stored cannot be read: it can be asked again. */
  readonly catalog: McpCatalogRecord | null
  /** 0 when there is none. */
  readonly catalogVersion: number
  readonly sealed: ReadRow | null
}

export type FoundServer = StoredServer | { readonly id: string; readonly unreadable: string }

/** More than a workspace can have. */
const ALL = 1_000

export async function listServers(store: Store, workspaceId: WorkspaceId): Promise<readonly FoundServer[]> {
  const { rows } = await store.list(MCP_SERVERS_SHELF, { by: { parent: workspaceId }, limit: ALL })
  return Promise.all(rows.map(row => withRest(store, row)))
}

export async function readServer(store: Store, id: McpServerId): Promise<StoredServer> {
  const row = await store.get(MCP_SERVERS_SHELF, id)
  if (row === null) throw new EngineError('mcp-server-not-found', `there is no MCP server ${id}`)
  const found = await withRest(store, row)
  if ('unreadable' in found) throw new Error(`the MCP server ${id} cannot be opened: ${found.unreadable}`)
  return found
}

/** Of what was read last, by store and id. Equal versions mean equal content, which no call of a tool decodes again. */
const decoded = new WeakMap<Store, Map<string, StoredServer>>()

async function withRest(store: Store, row: ReadRow): Promise<FoundServer> {
  const known = decoded.get(store) ?? new Map<string, StoredServer>()
  decoded.set(store, known)
  const [catalogRow, sealed] = await Promise.all([
    store.get(MCP_CATALOGS_SHELF, row.id),
    store.get(MCP_SECRETS_SHELF, row.id),
  ])
  const before = known.get(row.id)
  const catalogVersion = catalogRow?.version ?? 0
  if (
    before?.version === row.version &&
    before.catalogVersion === catalogVersion &&
    before.sealed?.version === sealed?.version
  ) {
    return before
  }
  const record = fromMcpServerRow(row)
  if ('unreadable' in record) return record
  const catalog = catalogRow === null ? null : fromMcpCatalogRow(catalogRow)
  const found: StoredServer = {
    record,
    version: row.version,
    order: row.order,
    catalog: catalog === null || 'unreadable' in catalog ? null : catalog,
    catalogVersion,
    sealed,
  }
  known.set(row.id, found)
  return found
}

/** What removes every row of a server, also of one that cannot be read. */
export async function removalsOfServer(store: Store, id: string): Promise<readonly Operation[]> {
  const shelves = [MCP_SERVERS_SHELF, MCP_CATALOGS_SHELF, MCP_SECRETS_SHELF, MCP_TOKENS_SHELF]
  const rows = await Promise.all(shelves.map(async shelf => [shelf, await store.get(shelf, id)] as const))
  return rows.flatMap(([shelf, row]): readonly Operation[] =>
    row === null ? [] : [{ kind: 'remove', shelf, id, expect: row.version }],
  )
}
