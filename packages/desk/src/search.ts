import { EngineError } from '@stet/engine'
import type { Chat, ChatId, ChatTitle, MessageId, WorkspaceId } from '@stet/history'
import {
  CHATS_SHELF,
  chatFacet,
  fromChatRow,
  fromMessageRow,
  MESSAGES_SHELF,
  monthsBetween,
  type Search,
  type SearchHit,
  type SearchState,
  type Store,
} from '@stet/store'
import type { ToolSearch } from '@stet/tools'

/** What the user looks for, and where. */
export interface SearchChatsQuery {
  /** Words of any language, the last one unfinished. */
  readonly text: string
  readonly workspaceId: WorkspaceId | null
  readonly chatId: ChatId | null
  readonly role: 'user' | 'assistant' | null
  /** From this moment on, and before that one. */
  readonly from: number | null
  readonly to: number | null
  readonly limit: number
  /** `next` of the page before. */
  readonly before: number | null
}

export interface FoundPage {
  /** Newest first. */
  readonly found: readonly Found[]
  /** Pass it as `before` for the next page; null at the end. */
  readonly next: number | null
  /** How complete the index is. */
  readonly index: SearchState
}

/** A message, or the title of a chat where `messageId` is null. */
export interface Found {
  readonly chatId: ChatId
  readonly title: ChatTitle | null
  readonly workspaceId: WorkspaceId
  readonly messageId: MessageId | null
  readonly role: 'user' | 'assistant' | null
  readonly at: number
  /** The text around the first match; `marks` are [start, end) offsets into it. */
  readonly snippet: SearchHit['snippet']
}

interface SearchDeps {
  readonly store: Store
  readonly search: Search
  readonly clock: () => number
}

/** Hits that are read for one page at most: those of other workspaces, or of chats that calls have, are left out, and a page may end before it is full. */
const MOST_READ = 400
const LONGEST_RANGE_MONTHS = 1200

/** Searches messages and titles, without those of sub-agents and of deleted chats (W3). */
export async function searchChats(deps: SearchDeps, query: SearchChatsQuery): Promise<FoundPage> {
  const { search } = deps
  const { text, limit } = query
  const facets = facetsOf(query, deps.clock())
  const known = new Map<string, Chat | null>()
  const found: Found[] = []
  let before = query.before
  for (let read = 0; read < MOST_READ; ) {
    const hits = await search.find({ text, limit, ...facets, ...(before === null ? {} : { before }) })
    read += hits.length
    await readChats(deps.store, known, hits)
    const shown = await describeHits(deps.store, known, hits)
    for (const [index, hit] of hits.entries()) {
      before = hit.order
      const one = shown[index]
      if (one && isWanted(one, query)) found.push(one)
      if (found.length === limit) return { found, next: hit.order, index: search.state() }
    }
    if (hits.length < limit) return { found, next: null, index: search.state() }
  }
  return { found, next: before, index: search.state() }
}

/** The same for a tool that a chat of the workspace offers (T9). */
export function toolSearchOf(deps: SearchDeps, workspaceId: WorkspaceId): ToolSearch {
  return {
    async find({ words, limit, before }) {
      const anywhere = { chatId: null, role: null, from: null, to: null }
      const { found, next, index } = await searchChats(deps, { ...anywhere, text: words, workspaceId, limit, before })
      return {
        found: found.map(({ chatId, title, messageId, role, at, snippet }) => ({
          chatId,
          title: title?.text ?? null,
          messageId,
          role,
          at,
          excerpt: snippet.text,
        })),
        next,
        isPartial: index.kind !== 'current',
      }
    },
  }
}

function facetsOf({ chatId, role, from, to }: SearchChatsQuery, now: number) {
  const all = [...(chatId === null ? [] : [chatFacet(chatId)]), ...(role === null ? [] : [`role:${role}`])]
  if (from === null && to === null) return { all }
  const any = monthsBetween(from ?? 0, to ?? now)
  if (any.length > LONGEST_RANGE_MONTHS)
    throw new EngineError('invalid', 'the dates are more than a hundred years apart', 'from')
  return { all, any }
}

async function readChats(store: Store, known: Map<string, Chat | null>, hits: readonly SearchHit[]): Promise<void> {
  const missing = [...new Set(hits.map(hit => hit.group))].filter(id => !known.has(id))
  const rows = await store.getMany(CHATS_SHELF, missing)
  for (const [index, id] of missing.entries()) {
    const row = rows[index] ?? null
    const chat = row === null ? null : fromChatRow(row)
    known.set(id, chat === null || 'unreadable' in chat ? null : chat)
  }
}

async function describeHits(
  store: Store,
  known: ReadonlyMap<string, Chat | null>,
  hits: readonly SearchHit[],
): Promise<readonly (Found | null)[]> {
  const rows = await store.getMany(
    MESSAGES_SHELF,
    hits.map(({ id }) => id),
  )
  return hits.map(({ group, id, snippet }, index) => {
    const chat = known.get(group) ?? null
    if (chat === null || chat.calledBy !== null || chat.deleteAt !== null) return null
    const place = { chatId: chat.id, title: chat.title, workspaceId: chat.workspaceId, snippet }
    if (id === chat.id) return { ...place, messageId: null, role: null, at: chat.activeAt }
    const row = rows[index] ?? null
    const message = row === null ? null : fromMessageRow(row)
    if (message === null || (message.role !== 'user' && message.role !== 'assistant')) return null
    return { ...place, messageId: message.id, role: message.role, at: message.at }
  })
}

/** Months were compared before: here are the days, and what can change without the message. */
function isWanted({ workspaceId, at }: Found, query: SearchChatsQuery): boolean {
  const { from, to } = query
  if (query.workspaceId !== null && workspaceId !== query.workspaceId) return false
  return (from === null || at >= from) && (to === null || at < to)
}
