import type { MessageId, ToolDeclaration } from '@stet/history'
import type { AssembleInput } from './assemble-input.ts'
import type { Draft } from './draft.ts'
import { leadingBlocks } from './request-blocks.ts'

export interface ToolPlaces {
  /** Before everything else. */
  readonly declared: readonly ToolDeclaration[]
  /** Whether the provider's own web search is declared there too. */
  readonly webSearch: boolean
  /** What changes after a message, by its id. */
  readonly changes: ReadonlyMap<MessageId, ToolChanges>
}

export interface ToolChanges {
  readonly added: readonly ToolDeclaration[]
  /** Tools that are declared before and not offered from here on, by their names. */
  readonly removed: readonly string[]
  /** Whether the provider's own web search is offered from here on; absent where that does not change. */
  readonly webSearch?: boolean
}

/**
 * Where each tool is declared (C21). A tool that was added since the last request follows the last message, where a provider takes it there: everything
 * before stays as the provider cached it, and as reasoning is bound to it. One that was removed stays declared where it was, and is withdrawn after the last
 * message. The provider's own web search is such a tool too. Tools stay where the last request had them. When a declaration changed or is not known any more, a
 * removed tool is offered again, or the message that a change followed is not sent any more, all tools precede everything again.
 */
export function placeTools(draft: Draft, input: AssembleInput): ToolPlaces {
  const { tools, previous, model, plainReplay, webSearch = false } = input
  const together: ToolPlaces = { declared: tools, webSearch, changes: new Map() }
  const canChange = model.appendsTools === true || model.withdrawsTools === true
  if (!canChange || plainReplay === true || previous?.tools === undefined) return together
  const left = new Map(tools.map(tool => [tool.name, tool]))
  const known = new Map([...tools, ...(input.withdrawn ?? [])].map(tool => [tool.name, tool]))
  const declared: ToolDeclaration[] = []
  const gone: string[] = []
  const removedBefore = new Set<string>()
  const changes = new Map<MessageId, ToolChanges>()
  for (const { after, names, removed = [], webSearch: offered } of previous.tools) {
    const placed = names.flatMap(name => known.get(name) ?? [])
    if (placed.length < names.length || (after !== null && !isSent(draft, after))) return together
    gone.push(...names.filter(name => !left.has(name)))
    for (const name of removed) removedBefore.add(name)
    for (const name of names) left.delete(name)
    if (after === null) declared.push(...placed)
    else changes.set(after, { added: placed, removed, ...(offered !== undefined && { webSearch: offered }) })
  }
  const searched = previous.tools.flatMap(place => place.webSearch ?? [])
  const inFront = searched[0] ?? webSearch
  const searches = searched.at(-1) === webSearch || searched.length === 0 ? {} : { webSearch }
  const isOfferedAgain =
    tools.some(({ name }) => removedBefore.has(name)) || (searches.webSearch && searched.includes(true))
  const isWithdrawn = gone.length > 0 || searches.webSearch === false
  const isAdded = left.size > 0 || searches.webSearch === true
  if ((isWithdrawn && model.withdrawsTools !== true) || (isAdded && model.appendsTools !== true)) return together
  if (isOfferedAgain || !isUnchanged(declared, inFront, input)) return together
  const removed = gone.filter(name => !removedBefore.has(name))
  const places: ToolPlaces = { declared, webSearch: inFront, changes }
  if (left.size === 0 && removed.length === 0 && searches.webSearch === undefined) return places
  const last = draft.contents.findLastIndex(content => content !== null)
  const id = draft.messages[last]?.id
  if (id === undefined || !CAN_BE_FOLLOWED.includes(draft.roles[last] ?? '')) return together
  const { webSearch: before, ...there } = changes.get(id) ?? { added: [], removed: [] }
  // A message that is answered again, with what it changed switched back, changes nothing.
  const search = searches.webSearch === undefined ? before : before === undefined ? searches.webSearch : undefined
  changes.set(id, {
    added: [...there.added, ...left.values()],
    removed: [...there.removed, ...removed],
    ...(search !== undefined && { webSearch: search }),
  })
  return places
}

/** The names of all tools that a request declares, wherever. */
export function placedNames({ declared, changes }: ToolPlaces): ReadonlySet<string> {
  return new Set([...declared, ...[...changes.values()].flatMap(({ added }) => added)].map(({ name }) => name))
}

/** A change of tools or of the system prompt follows what the user or a tool said. */
export const CAN_BE_FOLLOWED: readonly string[] = ['user', 'tool-results', 'env-changed']

export function isSent({ messages, contents }: Draft, id: MessageId): boolean {
  const index = messages.findLastIndex(message => message.id === id)
  return index !== -1 && contents[index] !== null
}

/** Whether these tools, and the provider's own, are the same bytes as in the last request. */
function isUnchanged(
  tools: readonly ToolDeclaration[],
  search: boolean,
  { previous, webFetch }: AssembleInput,
): boolean {
  const own = { ...(search && { webSearch: true as const }), ...(webFetch === true && { webFetch }) }
  const [now] = leadingBlocks({ tools, system: [], ...own })
  return previous?.blocks.find(({ name }) => name === 'tools')?.fingerprint === now?.fingerprint
}
