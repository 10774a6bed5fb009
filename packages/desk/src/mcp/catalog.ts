import { estimateTokens } from '@stet/context'
import type { Json } from '@stet/history'
import { blobId, type McpServerRecord } from '@stet/store'
import type { McpTool } from '@stet/tools'

/** Whether the user has seen a tool as it describes itself now. */
export type ToolState = 'approved' | 'changed' | 'new'

/** A tool with what is known about it. */
export interface KnownTool {
  readonly tool: McpTool
  readonly hash: string
}

const hashed = new WeakMap<readonly McpTool[], Promise<readonly KnownTool[]>>()

/** Hashes title, description and schema: everything about a tool that a model reads. The order of fields does not matter. */
export function hashTools(tools: readonly McpTool[]): Promise<readonly KnownTool[]> {
  const known = hashed.get(tools) ?? hashAll(tools)
  hashed.set(tools, known)
  return known
}

function hashAll(tools: readonly McpTool[]): Promise<readonly KnownTool[]> {
  return Promise.all(
    tools.map(async tool => {
      const { name, title, description, input } = tool
      const text = JSON.stringify([name, title, description, sorted(input)])
      return { tool, hash: await blobId(new TextEncoder().encode(text)) }
    }),
  )
}

function sorted(value: Json): Json {
  if (isList(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  )
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

export function stateOf({ approved }: Pick<McpServerRecord, 'approved'>, { tool, hash }: KnownTool): ToolState {
  const known = Object.hasOwn(approved, tool.name) ? approved[tool.name] : undefined
  if (known === undefined) return 'new'
  return known === hash ? 'approved' : 'changed'
}

/** What the declaration of a tool costs in every request, roughly. */
export function tokensOf({ description, input }: Pick<McpTool, 'description' | 'input'>, name: string): number {
  return estimateTokens(JSON.stringify({ name, description, input }))
}
