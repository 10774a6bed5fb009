import { mcpServerForm } from '@stet/commands'
import { EngineError } from '@stet/engine'
import type { McpServerForm } from './mcp-desk.ts'

/**
 * The servers in a text as other programs keep it: `{ "mcpServers": { name: { command, args, env } or { url, headers } } }`, or only the inner
 * object. All of them are switched off: nobody has looked at them yet (Z-11).
 */
export function readPasted(text: string): readonly McpServerForm[] {
  const pasted = parse(text)
  const outer = isObject(pasted) ? pasted : {}
  const servers = outer.mcpServers ?? outer.servers ?? (isServer(outer) ? { server: outer } : outer)
  if (!isObject(servers) || Object.keys(servers).length === 0) {
    throw refuse('there is no server in this text; it should look like {"mcpServers": {"name": {"command": "…"}}}')
  }
  return Object.entries(servers).map(([name, server]) => toForm(name, server))
}

function toForm(name: string, server: unknown): McpServerForm {
  if (!isObject(server)) throw refuse(`“${name}” is not an MCP server: it has neither a command nor a url`)
  const address = server.url ?? server.serverUrl ?? server.httpUrl
  const isHttp = typeof address === 'string'
  if (!isHttp && typeof server.command !== 'string') throw refuse(`“${name}” has neither a command nor a url`)
  if (isHttp && server.type === 'sse')
    throw refuse(`“${name}” uses the old SSE transport; Stet supports only streamable HTTP`)
  const read = mcpServerForm.safeParse({
    name,
    enabled: false,
    reach: isHttp
      ? { kind: 'http', url: address, thisComputer: isLocal(address) }
      : { kind: 'stdio', command: server.command, args: server.args ?? [], cwd: server.cwd ?? null },
    secrets: toTexts((isHttp ? server.headers : server.env) ?? {}),
  })
  if (read.success) return read.data
  const { path = [], message = '' } = read.error.issues[0] ?? {}
  throw refuse(`“${name}”: ${path.join('.')} ${message}`)
}

/** Numbers and switches are written as such by some. */
function toTexts(values: unknown): unknown {
  if (!isObject(values)) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ]),
  )
}

function isServer({ command, url }: Readonly<Record<string, unknown>>): boolean {
  return typeof command === 'string' || typeof url === 'string'
}

function isLocal(address: string): boolean {
  const host = URL.parse(address)?.hostname
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw refuse(`this is not valid JSON: ${error.message}`)
  }
}

function refuse(because: string): EngineError {
  return new EngineError('invalid', because, 'text')
}
