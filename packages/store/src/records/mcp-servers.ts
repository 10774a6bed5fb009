import type { Json, McpServerId, WorkspaceId } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, exactly, id, json, list, type UnreadableRecord } from './schemas/codec.ts'

export const MCP_SERVERS_SHELF = 'mcp-servers'
export const MCP_CATALOGS_SHELF = 'mcp-catalogs'
/** Its bodies are sealed by the home's own key, whether the store is sealed or not. No export holds it. */
export const MCP_SECRETS_SHELF = 'mcp-secrets'
/** Registrations and tokens of sign-ins, sealed in the same way. No export holds it. */
export const MCP_TOKENS_SHELF = 'mcp-tokens'

/** An MCP server of a workspace. The values of its environment or headers are not in it: they are sealed, on a shelf of their own. */
export interface McpServerRecord {
  readonly id: McpServerId
  readonly workspaceId: WorkspaceId
  readonly name: string
  readonly enabled: boolean
  readonly reach: McpReach
  /** Names of the variables of the environment, or of the headers. */
  readonly secretNames: readonly string[]
  /** The hash of each tool as the user approved it, by the tool's own name. */
  readonly approved: Readonly<Record<string, string>>
  /** What its tools are called in Stet, by their own name. */
  readonly names: Readonly<Record<string, string>>
  /** What it said about using its tools, as the user approved it; null for nothing. */
  readonly instructions: string | null
}

export type McpReach =
  | {
      readonly kind: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      /** Null for the home folder of the user. */
      readonly cwd: string | null
    }
  | {
      readonly kind: 'http'
      readonly url: string
      /** Whether it may be on this computer. */
      readonly thisComputer: boolean
    }

/** What a server last said that it offers. */
export interface McpCatalogRecord {
  readonly id: McpServerId
  readonly at: number
  readonly server: { readonly name: string; readonly version: string }
  readonly tools: readonly DescribedTool[]
  /** Tools that describe themselves differently now, as the user approved them. */
  readonly before: readonly DescribedTool[]
  readonly instructions: string | null
  readonly completes: boolean
  readonly templates: readonly {
    readonly template: string
    readonly name: string
    readonly title: string | null
    readonly description: string
    readonly mediaType: string | null
  }[]
  readonly resources: readonly {
    readonly uri: string
    readonly name: string
    readonly title: string | null
    readonly description: string
    readonly mediaType: string | null
  }[]
  readonly prompts: readonly {
    readonly name: string
    readonly title: string | null
    readonly description: string
    readonly arguments: readonly {
      readonly name: string
      readonly description: string
      readonly required: boolean
    }[]
  }[]
}

interface DescribedTool {
  readonly name: string
  readonly title: string | null
  readonly description: string
  readonly input: Json
}

/** What only the server may see. */
export type McpSecrets = Readonly<Record<string, string>>

/** What is saved of a sign-in at a server. */
export interface McpSignInRecord {
  readonly client: Json | null
  readonly clientIsGiven: boolean
  readonly redirectUrl: string | null
  readonly tokens: {
    readonly answer: Json
    readonly access: string
    readonly refreshes: boolean
    readonly scope: string | null
    readonly at: number
    readonly expiresAt: number | null
  } | null
}

const title = z.nullable(z.string())

const servers = createCodec(
  1,
  exactly<McpServerRecord>()(
    z.object({
      id: id('mcp'),
      workspaceId: id('ws'),
      name: z.string(),
      enabled: z.boolean(),
      reach: z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('stdio'),
          command: z.string(),
          args: list(z.string()),
          cwd: z.nullable(z.string()),
        }),
        z.object({ kind: z.literal('http'), url: z.string(), thisComputer: z.boolean() }),
      ]),
      secretNames: list(z.string()),
      approved: z.record(z.string(), z.string()),
      names: z.record(z.string(), z.string()),
      instructions: z._default(z.nullable(z.string()), null),
    }),
  ),
)

const describedTools = list(z.object({ name: z.string(), title, description: z.string(), input: json }))

const catalogs = createCodec(
  1,
  exactly<McpCatalogRecord>()(
    z.object({
      id: id('mcp'),
      at: z.number(),
      server: z.object({ name: z.string(), version: z.string() }),
      tools: describedTools,
      before: z._default(describedTools, []),
      instructions: z._default(z.nullable(z.string()), null),
      completes: z._default(z.boolean(), false),
      templates: z._default(
        list(
          z.object({
            template: z.string(),
            name: z.string(),
            title,
            description: z.string(),
            mediaType: z.nullable(z.string()),
          }),
        ),
        [],
      ),
      resources: list(
        z.object({
          uri: z.string(),
          name: z.string(),
          title,
          description: z.string(),
          mediaType: z.nullable(z.string()),
        }),
      ),
      prompts: list(
        z.object({
          name: z.string(),
          title,
          description: z.string(),
          arguments: list(z.object({ name: z.string(), description: z.string(), required: z.boolean() })),
        }),
      ),
    }),
  ),
)

const signIns = createCodec(
  1,
  exactly<McpSignInRecord>()(
    z.object({
      client: z.nullable(json),
      clientIsGiven: z.boolean(),
      redirectUrl: z.nullable(z.string()),
      tokens: z.nullable(
        z.object({
          answer: json,
          access: z.string(),
          refreshes: z.boolean(),
          scope: z.nullable(z.string()),
          at: z.number(),
          expiresAt: z.nullable(z.number()),
        }),
      ),
    }),
  ),
)

const secrets = createCodec(1, exactly<McpSecrets>()(z.record(z.string(), z.string())))

interface At {
  readonly expect: number
  readonly order: number | 'next'
}

/** Servers are listed under their workspace, in the order they were made. */
export function toMcpServerPut(server: McpServerRecord, at: At): Put {
  const body = servers.encode(server)
  return { kind: 'put', shelf: MCP_SERVERS_SHELF, id: server.id, parent: server.workspaceId, ...at, refs: [], body }
}

export function fromMcpServerRow(row: ReadRow): McpServerRecord | UnreadableRecord {
  const decoded = servers.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}

export function toMcpCatalogPut(catalog: McpCatalogRecord, at: At): Put {
  const body = catalogs.encode(catalog)
  return { kind: 'put', shelf: MCP_CATALOGS_SHELF, id: catalog.id, parent: '', ...at, refs: [], body }
}

export function fromMcpCatalogRow(row: ReadRow): McpCatalogRecord | UnreadableRecord {
  const decoded = catalogs.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}

/** The bytes to be sealed. */
export function encodeMcpSecrets(values: McpSecrets): Uint8Array {
  return secrets.encode(values)
}

/** The values in bytes whose seal was opened, or why they cannot be read. */
export function decodeMcpSecrets(
  opened: Uint8Array,
): { readonly record: McpSecrets } | { readonly unreadable: string } {
  return secrets.decode({ id: '', parent: '', order: 0, version: 1, refs: [], body: opened })
}

export function toMcpSecretsPut(serverId: McpServerId, sealed: Uint8Array, expect: number): Put {
  return toSealedPut(MCP_SECRETS_SHELF, serverId, sealed, expect)
}

/** The bytes to be sealed. */
export function encodeMcpSignIn(signIn: McpSignInRecord): Uint8Array {
  return signIns.encode(signIn)
}

/** The sign-in in bytes whose seal was opened, or why it cannot be read. */
export function decodeMcpSignIn(
  opened: Uint8Array,
): { readonly record: McpSignInRecord } | { readonly unreadable: string } {
  return signIns.decode({ id: '', parent: '', order: 0, version: 1, refs: [], body: opened })
}

export function toMcpSignInPut(serverId: McpServerId, sealed: Uint8Array, expect: number): Put {
  return toSealedPut(MCP_TOKENS_SHELF, serverId, sealed, expect)
}

function toSealedPut(shelf: string, id: McpServerId, body: Uint8Array, expect: number): Put {
  return { kind: 'put', shelf, id, parent: '', order: 'next', expect, refs: [], body }
}
