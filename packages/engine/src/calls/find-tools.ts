import type { ToolFacts } from './toolbox.ts'

/** Tools as a page lists them. */
export interface ToolList {
  readonly tools: readonly ToolFacts[]
  /** Tools of MCP servers that are not described here, by name: a server may have thousands. */
  readonly rest: readonly { readonly server: NonNullable<ToolFacts['server']>; readonly names: readonly string[] }[]
}

/** At most this many tools of one server. For fewer hits the user types more words. */
const MOST_OF_A_SERVER = 50
/** Characters of a server's description of a tool; the page of the server shows all of it. */
const LONGEST_DESCRIPTION = 500

/** The tools whose name or description contains all words of a text. */
export function findTools(all: readonly ToolFacts[], text: string): ToolList {
  const words = text.toLowerCase().split(/\s+/)
  const described = new Map<string, number>()
  const rest = new Map<string, { server: NonNullable<ToolFacts['server']>; names: string[] }>()
  const tools = all.flatMap(tool => {
    const { name, title, description, server } = tool
    const searched = `${name} ${title} ${description} ${server?.name ?? ''}`.toLowerCase()
    const isFound = words.every(word => searched.includes(word))
    if (server === undefined) return isFound ? [tool] : []
    const count = described.get(server.id) ?? 0
    if (isFound && count < MOST_OF_A_SERVER) {
      described.set(server.id, count + 1)
      return [{ ...tool, description: description.slice(0, LONGEST_DESCRIPTION) }]
    }
    const others = rest.get(server.id) ?? { server, names: [] }
    others.names.push(name)
    rest.set(server.id, others)
    return []
  })
  return { tools, rest: [...rest.values()] }
}
