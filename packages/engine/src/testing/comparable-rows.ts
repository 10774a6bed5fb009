import type { ChatId } from '@stet/history'
import type { ReadRow, Store } from '@stet/store'

const MOST_ROWS = 10_000
/** Ids, and names and fingerprints that content with such ids gives: they are others in every run, though the same was done. */
const NAMES = /\b(?:[a-z]+_[a-z2-7]{32}|[0-9a-f]{64}|[0-9a-f]{16})\b/g
const TIMES = /"(at|sentAt|startedAt|endedAt|createdAt|activeAt|durationMs)":\d+/g

/**
 * Every row of a store and the bytes it names, as text: chat by chat, each chat's in the order of its writes, then what belongs to no
 * chat. Names are numbered by their first appearance, and times are zero. Where the same was done twice, it is the same text.
 */
export async function comparableRows(store: Store, chats: readonly ChatId[]): Promise<readonly string[]> {
  const changes = await store.changes(0, MOST_ROWS)
  if (changes.length === MOST_ROWS) throw new Error('there are more rows than are compared')
  const texts: string[] = []
  for (const change of changes) {
    texts.push(
      change.kind === 'put' ? await toText(store, change.shelf, change.row) : `${change.shelf}: ${change.id} is gone`,
    )
  }
  const names = new Map<string, string>()
  function rename(name: string): string {
    const known = names.get(name) ?? `<${names.size + 1}>`
    names.set(name, known)
    return known
  }
  const ofNone = texts.filter(text => !chats.some(chatId => text.includes(chatId)))
  return [...chats.map(chatId => texts.filter(text => text.includes(chatId))), ofNone]
    .flat()
    .map(text => text.replaceAll(TIMES, '"$1":0').replaceAll(NAMES, rename))
}

async function toText({ blobs }: Store, shelf: string, row: ReadRow): Promise<string> {
  if ('unreadable' in row) throw new Error(`${row.id} cannot be read: ${row.unreadable}`)
  const { id, parent, version, refs, body } = row
  const named = refs.flatMap(ref => (ref.startsWith('blob:') ? [ref.slice('blob:'.length)] : []))
  const bytes = [body, ...(await Promise.all(named.map(blob => blobs.get(blob))))]
  const [first, ...others] = bytes.map(some => (some === null ? 'gone' : new TextDecoder().decode(some)))
  return [`${shelf}: ${id} in ${parent}, version ${version}, ${refs.join(' ')}: ${first}`, ...others].join('\n')
}
