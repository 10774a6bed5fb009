import { type ChatId, isAside, type Message, type MessageId, type ModelChoice, type Role } from '@stet/history'
import {
  type Cursor,
  fromMessageRow,
  type HeadPage,
  MESSAGES_SHELF,
  parentOf,
  type ReadRow,
  type Store,
  takeTurns,
} from '@stet/store'

/** A link of a chat as an overview shows it: who wrote it, when, and how it begins. */
export interface OutlinedLink {
  readonly id: MessageId
  readonly parentId: MessageId | null
  readonly order: number
  readonly role: Extract<Role, 'user' | 'assistant' | 'tool-results' | 'env-changed' | 'unreadable'>
  readonly at: number
  readonly words: string
  /** Who answered; null for what no model wrote. */
  readonly model: ModelChoice | null
}

/** Every link of a chat, on every branch, without bodies. */
export interface Outline {
  readonly links: ReadonlyMap<MessageId, OutlinedLink>
  /** Oldest first; the key null holds the roots. */
  readonly children: ReadonlyMap<MessageId | null, readonly OutlinedLink[]>
}

export interface Outlines {
  of(chatId: ChatId): Promise<Outline>
}

/** More chats than a user looks at in turn. A forgotten one is read again. */
const MOST_CHATS = 4
const PAGE = 128
/** With more unknown messages than this, a page is read as a whole. */
const MOST_SINGLE = 20
/** Length of the beginning of a message that is shown, in graphemes. */
const LONGEST_WORDS = 80

/** Null for an aside, which an outline leaves out. */
type Known = Map<string, { readonly order: number; readonly link: OutlinedLink | null }>

/**
 * Messages never change, so each is opened once: later reads of a chat read only the heads of its rows, which show what was added or deleted.
 */
export function createOutlines(store: Store): Outlines {
  const chats = new Map<ChatId, Known>()

  function knownOf(chatId: ChatId): Known {
    const known: Known = chats.get(chatId) ?? new Map()
    chats.delete(chatId)
    chats.set(chatId, known)
    const oldest = chats.keys().next()
    if (chats.size > MOST_CHATS && oldest.done !== true) chats.delete(oldest.value)
    return known
  }

  return {
    async of(chatId) {
      const known = knownOf(chatId)
      const links = new Map<MessageId, OutlinedLink>()
      const children = new Map<MessageId | null, OutlinedLink[]>()
      let after: Cursor | undefined
      for (;;) {
        await takeTurns()
        const query = { by: { parent: chatId }, limit: PAGE, ...(after === undefined ? {} : { after }) }
        const [page]: readonly HeadPage[] = await store.listHeads(MESSAGES_SHELF, [query])
        const heads = page?.heads ?? []
        const unknown = heads.filter(({ id, order }) => known.get(id)?.order !== order)
        const rows = await readRows(
          store,
          query,
          unknown.map(({ id }) => id),
        )
        for (const row of rows) {
          await takeTurns()
          known.set(row.id, { order: row.order, link: await toLink(store, row) })
        }
        for (const { id } of heads) {
          const link = known.get(id)?.link ?? null
          if (link === null) continue
          links.set(link.id, link)
          const group = children.get(link.parentId)
          if (group === undefined) children.set(link.parentId, [link])
          else group.push(link)
        }
        after = page?.next ?? undefined
        if (after === undefined) return { links, children }
      }
    },
  }
}

async function readRows(
  store: Store,
  query: { readonly by: { readonly parent: ChatId }; readonly limit: number; readonly after?: Cursor },
  unknown: readonly string[],
): Promise<readonly ReadRow[]> {
  if (unknown.length === 0) return []
  if (unknown.length > MOST_SINGLE) return (await store.list(MESSAGES_SHELF, query)).rows
  return (await store.getMany(MESSAGES_SHELF, unknown)).filter(row => row !== null)
}

async function toLink(store: Store, row: ReadRow): Promise<OutlinedLink | null> {
  const message = fromMessageRow(row)
  if (isAside(message)) return null
  const { id, order, role, at } = message
  const model = message.role === 'assistant' ? message.origin : null
  return {
    id,
    parentId: message.role === 'unreadable' ? await parentOf(store, row) : message.parentId,
    order,
    role,
    at,
    words: beginningOf(message),
    model: model && { definition: model.definition, model: model.model },
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first words on one line; of a message without any, the names of its files or calls. */
function beginningOf(message: Message): string {
  if (message.role !== 'user' && message.role !== 'assistant') return ''
  const said = message.parts.map(part => (part.kind === 'text' ? part.text.slice(0, 4 * LONGEST_WORDS) : '')).join(' ')
  const named = () =>
    message.parts.flatMap(part => (part.kind === 'file' ? [part.name] : part.kind === 'tool-call' ? [part.tool] : []))
  const line = oneLine(said)
  return cut(line === '' ? oneLine(named().join(', ')) : line)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}

function cut(line: string): string {
  if (line.length <= LONGEST_WORDS) return line
  let words = ''
  for (const { segment, index } of graphemes.segment(line)) {
    if (index + segment.length > LONGEST_WORDS) break
    words += segment
  }
  return `${words.trimEnd()}…`
}
