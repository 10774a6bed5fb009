import type { McpServerId, WorkspaceId } from '@stet/history'
import { type McpCatalogRecord, toMcpCatalogPut, toMcpServerPut } from '@stet/store'
import { createMcpSession, type McpCatalog, McpError, type McpSession, nameTools } from '@stet/tools'
import { retryConflict } from '../retry-conflict.ts'
import { hashTools, type KnownTool, stateOf } from './catalog.ts'
import type { McpContext } from './mcp-desk.ts'
import { openSecrets } from './secrets.ts'
import { listServers, readServer, type StoredServer } from './stored-server.ts'

/** The connections of all servers, each opened when it is first used. */
export interface Sessions {
  of(serverId: McpServerId): McpSession
  /** Asks a server what it offers, and saves that. Throws `McpError`. */
  list(serverId: McpServerId): Promise<void>
  /** The end of what a program wrote to its standard error. */
  stderr(serverId: McpServerId): string
  /** Closes a connection, such as that of a server that was changed: the next use opens another. */
  drop(serverId: McpServerId): Promise<void>
  close(): Promise<void>
}

/** Of what is shown of a program's standard error. */
const LONGEST_STDERR = 20_000

interface Live {
  readonly session: McpSession
  readonly list: () => Promise<void>
  stderr: string
}

export function createSessions(context: McpContext): Sessions {
  const live = new Map<McpServerId, Live>()
  let isClosed = false

  function open(serverId: McpServerId): Live {
    const session = createMcpSession({ connect, onListed, clock: context.clock })
    const entry: Live = { stderr: '', session, list }
    const facts = { server: serverId }

    async function connect(signal: AbortSignal) {
      const { record, sealed } = await readServer(context.store, serverId)
      if (isClosed) throw new McpError('Stet is shutting down.')
      if (!record.enabled) throw new McpError('The server is switched off.')
      const opened = await openSecrets(context.sealer, record, sealed)
      if ('trouble' in opened) throw new McpError(opened.trouble)
      return context.upstream.connect(record.reach, {
        secrets: opened.secrets,
        credentials: context.signIns.of(serverId, record.reach),
        onNeeded: challenge => context.signIns.note(serverId, challenge),
        signal,
        onChanged: () => void listAgain(),
        onTrouble: because => context.log.warn('an MCP server broke the protocol', { ...facts, because }),
        onStderr: text => {
          entry.stderr = `${entry.stderr}${text}`.slice(-LONGEST_STDERR)
        },
      })
    }

    function onListed(catalog: McpCatalog) {
      return keepCatalog(context, serverId, catalog)
    }

    function list(): Promise<void> {
      return session.retry(async connection => onListed(await connection.list(new AbortController().signal)))
    }

    async function listAgain(): Promise<void> {
      try {
        await list()
      } catch (error) {
        if (!(error instanceof McpError)) throw error
        context.log.warn('an MCP server changed its lists, and they could not be read', {
          ...facts,
          because: error.message,
        })
      }
    }
    return entry
  }

  function entryOf(serverId: McpServerId): Live {
    const entry = live.get(serverId) ?? open(serverId)
    live.set(serverId, entry)
    return entry
  }

  return {
    of: serverId => entryOf(serverId).session,
    list: serverId => entryOf(serverId).list(),
    stderr: serverId => live.get(serverId)?.stderr ?? '',
    async drop(serverId) {
      const entry = live.get(serverId)
      live.delete(serverId)
      await entry?.session.stop()
    },
    async close() {
      isClosed = true
      await Promise.all(Array.from(live.values(), ({ session }) => session.stop()))
    },
  }
}

/**
 * Saves what a server offers. What it offered the first time counts as approved, because no chat uses it yet; what it changes or adds later is
 * not offered until the user has approved it (Z-10).
 */
async function keepCatalog(context: McpContext, serverId: McpServerId, catalog: McpCatalog): Promise<void> {
  const { store, clock, builtIn } = context
  const known = await hashTools(catalog.tools)
  await retryConflict(async () => {
    const stored = await readServer(store, serverId)
    const { record, version, order, catalogVersion } = stored
    const isFirst = stored.catalog === null && Object.keys(record.approved).length === 0
    const approved = isFirst ? Object.fromEntries(known.map(({ tool, hash }) => [tool.name, hash])) : record.approved
    const before = await beforeChange(stored, known)
    const next: McpCatalogRecord = { id: serverId, at: clock(), ...catalog, before }
    const instructions = isFirst ? catalog.instructions : record.instructions
    const names = nameTools(
      catalog.tools.map(({ name }) => name),
      {
        server: record.name,
        builtIn,
        given: record.names,
        taken: await takenNames(context, record.workspaceId, serverId),
      },
    )
    // A tool that is missing today keeps its name for when it is back.
    const after = { ...record, approved, instructions, names: { ...record.names, ...names } }
    if (isSame(stored, after, next)) return
    await store.write([
      toMcpServerPut(after, { expect: version, order }),
      toMcpCatalogPut(next, { expect: catalogVersion, order: 'next' }),
    ])
  })
}

/** The tools that changed since the user approved them, as they were then: the user compares both before approving again (Z-10). */
async function beforeChange(
  { record, catalog }: StoredServer,
  known: readonly KnownTool[],
): Promise<McpCatalogRecord['before']> {
  if (catalog === null) return []
  const changed = known.filter(each => stateOf(record, each) === 'changed')
  const earlier = [...(await hashTools(catalog.tools)), ...(await hashTools(catalog.before))]
  return changed.flatMap(
    ({ tool: { name } }) =>
      earlier.find(({ tool, hash }) => tool.name === name && hash === record.approved[name])?.tool ?? [],
  )
}

function isSame({ record, catalog }: StoredServer, after: StoredServer['record'], next: McpCatalogRecord): boolean {
  if (catalog === null) return false
  return JSON.stringify([record, { ...catalog, at: 0 }]) === JSON.stringify([after, { ...next, at: 0 }])
}

/** What tools of the other servers are called. */
async function takenNames(
  { store }: McpContext,
  workspaceId: WorkspaceId,
  serverId: McpServerId,
): Promise<ReadonlySet<string>> {
  const others = (await listServers(store, workspaceId)).flatMap(found =>
    'unreadable' in found || found.record.id === serverId ? [] : Object.values(found.record.names),
  )
  return new Set(others)
}
