import { estimateTokens } from '@stet/context'
import type { WorkspaceId } from '@stet/history'
import type { McpCatalogRecord } from '@stet/store'
import { drawDiff, type McpConnection, McpError, type McpTool, type Tool, toTool } from '@stet/tools'
import { hashTools, type KnownTool, stateOf, type ToolState, tokensOf } from './catalog.ts'
import type { Comparison, McpContext, McpToolPage, McpToolsQuery, ShownMcpServer } from './mcp-desk.ts'
import { destinationOf, openSecrets } from './secrets.ts'
import type { Sessions } from './sessions.ts'
import { listServers, readServer, type StoredServer } from './stored-server.ts'

export async function showServer(
  { sealer, signIns }: McpContext,
  sessions: Sessions,
  stored: StoredServer,
): Promise<ShownMcpServer> {
  const { record, catalog, sealed } = stored
  const { id, workspaceId, name, enabled, reach, secretNames } = record
  const opened = await openSecrets(sealer, record, sealed)
  const unapproved = (await hashTools(catalog?.tools ?? [])).filter(known => stateOf(record, known) !== 'approved')
  return {
    id,
    workspaceId,
    name,
    enabled,
    reach,
    secretNames,
    secretsTrouble: 'trouble' in opened ? opened.trouble : null,
    signIn: await signIns.shownOf(record),
    status: sessions.of(id).status(),
    stderr: sessions.stderr(id),
    listed: catalog && {
      at: catalog.at,
      server: catalog.server,
      tools: catalog.tools.length,
      resources: catalog.resources.length,
      templates: catalog.templates.length,
      instructions: showInstructions(record, catalog),
      prompts: catalog.prompts.length,
      unapproved: unapproved.length,
    },
  }
}

function showInstructions(
  { instructions: approved }: StoredServer['record'],
  { instructions: text }: McpCatalogRecord,
) {
  if (text === null) return null
  const state = approved === text ? 'approved' : approved === null ? 'new' : 'changed'
  const comparison = state === 'changed' ? compare('Instructions', approved ?? '', text) : null
  return { text, tokens: estimateTokens(text), state, comparison } as const
}

function compare(name: string, before: string, after: string): Comparison | null {
  const [drawn] = drawDiff(name, `${before}\n`, `${after}\n`)
  return drawn?.kind === 'diff' ? { patch: drawn.patch } : null
}

/** Everything about a tool that a model reads, one thing below the other. */
function asText({ title, description, input }: McpTool): string {
  return [title ?? '', description, JSON.stringify(input, null, 2)].filter(text => text !== '').join('\n\n')
}

/** Those that wait for approval come first: the user looks for them. */
const RANK: Readonly<Record<ToolState, number>> = { changed: 0, new: 1, approved: 2 }

export async function findTools(
  { record, catalog }: StoredServer,
  { text, limit, after }: McpToolsQuery,
): Promise<McpToolPage> {
  const words = text.toLowerCase().split(/\s+/)
  const found = (await hashTools(catalog?.tools ?? [])).filter(({ tool: { name, title, description } }) => {
    const searched = `${name} ${title ?? ''} ${description}`.toLowerCase()
    return words.every(word => searched.includes(word))
  })
  const ranked = found.toSorted((one, other) => RANK[stateOf(record, one)] - RANK[stateOf(record, other)])
  const page = ranked.slice(after, after + limit).map(known => {
    const { tool, hash } = known
    const calledAs = record.names[tool.name] ?? tool.name
    const state = stateOf(record, known)
    const before = state === 'changed' ? catalog?.before.find(({ name }) => name === tool.name) : undefined
    const comparison = before === undefined ? null : compare(tool.name, asText(before), asText(tool))
    return { ...tool, calledAs, hash, tokens: tokensOf(tool, calledAs), state, comparison }
  })
  return { tools: page, found: found.length, next: after + limit < found.length ? after + limit : null }
}

/** The tools of all servers of a workspace, as the engine offers them. */
export async function toServerTools(
  context: McpContext,
  sessions: Sessions,
  workspaceId: WorkspaceId,
): Promise<readonly Tool[]> {
  const found = await listServers(context.store, workspaceId)
  const tools = found.map(async each => ('unreadable' in each ? [] : toolsOfServer(context, sessions, each)))
  return (await Promise.all(tools)).flat()
}

const made = new WeakMap<StoredServer, Promise<readonly Tool[]>>()

/** The same objects until the server changes. */
function toolsOfServer(context: McpContext, sessions: Sessions, stored: StoredServer): Promise<readonly Tool[]> {
  const known = made.get(stored) ?? makeTools(context, sessions, stored)
  made.set(stored, known)
  return known
}

async function makeTools(
  { store, asked }: McpContext,
  sessions: Sessions,
  { record, catalog }: StoredServer,
): Promise<readonly Tool[]> {
  const { id, name: serverName, reach } = record
  const known = await hashTools(catalog?.tools ?? [])
  return known.map(each => {
    const { tool, hash } = each
    // Asked for at each call: a server that was changed has another session.
    const session = { use: <Answer>(act: (connection: McpConnection) => Promise<Answer>) => sessions.of(id).use(act) }
    return toTool(session, {
      server: { id, name: serverName },
      definition: tool,
      name: record.names[tool.name] ?? tool.name,
      hash: `${destinationOf(reach)} ${hash}`,
      // What is not approved is not part of any prompt (Z-10).
      instructions: record.instructions === catalog?.instructions ? record.instructions : null,
      unavailable: unavailable(record, each),
      ask: (call, question) => asked.ask(call, serverName, { kind: 'form', ...question }),
      async allow(call, request, plan) {
        const reply = await asked.ask(call, serverName, { kind: 'sampling', plan, ...request })
        return reply.action === 'accept'
      },
      // The server may have changed it between the approval of a call and the call.
      async check() {
        const now = await readServer(store, id)
        const same = (await hashTools(now.catalog?.tools ?? [])).find(({ tool: { name } }) => name === tool.name)
        if (same?.hash !== hash) throw new McpError(`its tool ${tool.name} changed after you approved it.`)
      },
    })
  })
}

function unavailable(record: StoredServer['record'], known: KnownTool): string | null {
  if (!record.enabled) return `the server ${record.name} is switched off`
  const state = stateOf(record, known)
  if (state === 'changed') return 'it describes itself differently now; approve it on the page of its server'
  if (state === 'new') return 'its server added it later; approve it on the page of its server'
  return null
}
