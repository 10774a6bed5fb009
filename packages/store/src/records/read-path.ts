import {
  type AsideMessage,
  type ChatId,
  isAside,
  type LinkMessage,
  type Message,
  type MessageId,
  type Path,
} from '@stet/history'
import type { Cursor, ReadRow, Store } from '../store.ts'
import { findParent } from './find-parent.ts'
import { fromMessageRow, MESSAGES_SHELF, parentFromRefs } from './messages.ts'
import { readChildren } from './read-children.ts'

/** A link of the path and the asides that hang on it, oldest first. The last step may have none: what stands above the roots. */
export interface PathStep {
  readonly link: LinkMessage | null
  readonly asides: readonly AsideMessage[]
}

/** A row and what it says: each is read once. */
interface Found {
  readonly row: ReadRow
  readonly message: Message
}

const PAGE = 200

/** The last `limit` links of the path that ends in a leaf, with their asides. */
export async function readPath(
  store: Store,
  chatId: ChatId,
  leaf: MessageId | null,
  { limit }: { readonly limit: number },
): Promise<Path> {
  const steps: PathStep[] = []
  let links = 0
  for await (const step of readPathBackwards(store, chatId, leaf)) {
    if (step.link !== null && links === limit) break
    steps.push(step)
    links += 1
  }
  return steps.reverse().flatMap(({ link, asides }): Message[] => (link === null ? [...asides] : [link, ...asides]))
}

/**
 * From a leaf up to the root. It reads the chat's newest messages in pages and follows the links among them, so that a path costs a page
 * for every 200 messages and not a read for each. Where the next link is not in the page that follows, it goes there directly.
 */
export async function* readPathBackwards(
  store: Store,
  chatId: ChatId,
  leaf: MessageId | null,
): AsyncGenerator<PathStep> {
  let found = new Map<string, Found>()
  let asides = new Map<MessageId | null, AsideMessage[]>()
  let at: Cursor | null = null
  /** Whether everything above `at` was read, so that no aside can be missing. */
  let complete = true
  let exhausted = false

  async function readPage(): Promise<void> {
    const query = { by: { parent: chatId }, limit: PAGE, reverse: true }
    const page = await store.list(MESSAGES_SHELF, at === null ? query : { ...query, after: at })
    for (const row of page.rows) {
      const message = fromMessageRow(row)
      found.set(row.id, { row, message })
      if (isAside(message)) asides.set(message.parentId, [message, ...(asides.get(message.parentId) ?? [])])
    }
    at = page.next
    exhausted = page.next === null
  }

  async function find(id: MessageId): Promise<Found> {
    if (!found.has(id) && !exhausted) await readPage()
    const inPage = found.get(id)
    if (inPage !== undefined) return inPage
    const row = await store.get(MESSAGES_SHELF, id)
    if (row === null || row.parent !== chatId) throw new Error(`message ${id} is not in chat ${chatId}`)
    found = new Map()
    asides = new Map()
    complete = false
    at = { order: row.order, id: row.id }
    exhausted = false
    return { row, message: fromMessageRow(row) }
  }

  let next = leaf
  while (next !== null) {
    const { row, message: link }: Found = await find(next)
    found.delete(next)
    if (isAside(link)) throw new Error(`message ${link.id} is a ${link.role}, on which no path ends`)
    const parentId: MessageId | null = await parentOf(store, row, link)
    const hanging = complete
      ? (asides.get(link.id) ?? [])
      : (await readChildren(store, chatId, link.id)).filter(isAside)
    asides.delete(link.id)
    yield { link: link.role === 'unreadable' ? { ...link, parentId } : link, asides: hanging }
    next = parentId
  }
  const aboveRoots = (await readChildren(store, chatId, null)).filter(isAside)
  if (aboveRoots.length > 0) yield { link: null, asides: aboveRoots }
}

async function parentOf(store: Store, row: ReadRow, link: LinkMessage): Promise<MessageId | null> {
  if (link.role !== 'unreadable') return link.parentId
  const known = parentFromRefs(row)
  return known === undefined ? findParent(store, row) : known
}
