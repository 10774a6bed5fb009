import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Message, treeOf } from '@stet/history'
import { JOURNAL_INTERVAL_MS } from '../../contract/journal.ts'
import type { ReadRow, Store } from '../../contract/store.ts'
import { fromMessageRow, MESSAGES_SHELF, messageSearchSource, toMessagePut } from '../../records/messages.ts'
import { openSqliteDatabase, type SqliteDatabase } from '../../sqlite/open-sqlite-database.ts'
import { openSqliteJournal } from '../../sqlite/sqlite-journal.ts'
import { KILL_OWNER, type KillReport, streamEntry } from './kill-orders.ts'

/** What the processes of one folder were promised, over all their lives. */
export interface Promised {
  readonly written: Set<string>
  readonly boots: string[]
}

/** How much streamed text one kill lost, in time, beyond the delay of a busy process. */
export interface Loss {
  readonly lostMs: number
  readonly lateMs: number
}

/** Throws when a promise was broken. Leaves the folder for the next process to continue with. */
export async function checkAfterKill(
  folder: string,
  boot: string,
  reports: readonly KillReport[],
  promised: Promised,
): Promise<Loss> {
  const database = await openSqliteDatabase({ folder, search: [messageSearchSource] })
  try {
    checkIntegrity(folder, 'stet.sqlite')
    const store = database.openStore(KILL_OWNER)
    const messages: Message[] = []
    for (const name of promised.boots) messages.push(...(await readChat(store, `chat_${name}`)))
    checkMessages(messages, promised)
    await checkSearch(database, store, messages)
    await checkGoesOn(store, boot)
  } finally {
    await database.close()
  }
  return checkJournal(folder, boot, reports)
}

/** While another connection is open: the last one to close would tidy up what the next process should find. */
function checkIntegrity(folder: string, file: string): void {
  const database = new DatabaseSync(join(folder, file), { readOnly: true })
  const found = database.prepare('pragma integrity_check').all()
  database.close()
  const sound = found.length === 1 && found[0]?.integrity_check === 'ok'
  assert(sound, `${file} is damaged: ${JSON.stringify(found)}`)
}

async function readChat(store: Store, chatId: string): Promise<Message[]> {
  const rows: ReadRow[] = []
  let page = await store.list(MESSAGES_SHELF, { by: { parent: chatId }, limit: 500 })
  rows.push(...page.rows)
  while (page.next !== null) {
    page = await store.list(MESSAGES_SHELF, { by: { parent: chatId }, limit: 500, after: page.next })
    rows.push(...page.rows)
  }
  return rows.map(fromMessageRow)
}

function checkMessages(messages: readonly Message[], promised: Promised): void {
  const ids = new Set<string>(messages.map(message => message.id))
  const lost = [...promised.written].filter(id => !ids.has(id))
  assert(lost.length === 0, `acknowledged and lost: ${lost.join(', ')}`)
  treeOf(messages)
  for (const message of messages) {
    assert(message.role !== 'unreadable', `${message.id} cannot be read`)
    assert(message.parentId === null || ids.has(message.parentId), `${message.id} hangs on nothing`)
    const [, write = '', size = 0] = /^(.*)\.\d+of(\d+)$/.exec(message.id) ?? []
    for (let at = 0; at < Number(size); at += 1) {
      assert(ids.has(`${write}.${at}of${size}`), `only a part of the write of ${message.id} is there`)
    }
  }
}

async function checkSearch(
  database: SqliteDatabase,
  store: ReturnType<SqliteDatabase['openStore']>,
  messages: readonly Message[],
) {
  const state = await database.searchSettled()
  assert(state.kind === 'current', `the search is ${state.kind}`)
  const newest = messages.at(-1)
  if (newest === undefined) return
  const hits = await store.search.find({ text: `${newest.id} `, limit: 5 })
  assert(
    hits.some(hit => hit.id === newest.id),
    `${newest.id} is there and is not found`,
  )
}

async function checkGoesOn(store: Store, boot: string): Promise<void> {
  const put = toMessagePut({
    id: `msg_after.${boot}`,
    chatId: 'chat_after',
    parentId: null,
    at: 0,
    copiedFrom: null,
    role: 'user',
    parts: [],
  })
  const written = await store.write([put])
  const found = await store.get(MESSAGES_SHELF, put.id)
  assert(found?.order === written.puts[0]?.order, 'a new message is not where it was put')
}

async function checkJournal(folder: string, boot: string, reports: readonly KillReport[]): Promise<Loss> {
  const journal = await openSqliteJournal({
    folder,
    onError(error) {
      throw error
    },
  })
  try {
    checkIntegrity(folder, 'journal.sqlite')
    const kept = new Map<string, number>()
    for (const stream of await journal.streams()) kept.set(stream, await checkStream(journal, stream))
    const dropped = new Set(reports.flatMap(report => (report.kind === 'dropped' ? [report.stream] : [])))
    for (const stream of dropped) assert(!kept.has(stream), `${stream} was dropped and is back`)
    const loss = measureLoss(reports, dropped, kept)
    const allowed = JOURNAL_INTERVAL_MS + 2 * loss.lateMs
    assert(loss.lostMs <= allowed, `${boot} lost ${loss.lostMs} ms of text, ${allowed} were allowed`)
    await journal.drop([...kept.keys()])
    return loss
  } finally {
    await journal.close()
  }
}

/** The number of entries, which must be the first ones that were streamed. */
async function checkStream(
  journal: { read(stream: string): Promise<readonly Uint8Array[]> },
  stream: string,
): Promise<number> {
  const entries = await journal.read(stream)
  for (const [at, entry] of entries.entries()) {
    assert(
      Buffer.from(entry).equals(Buffer.from(streamEntry(stream, at))),
      `entry ${at} of ${stream} is not what was streamed`,
    )
  }
  return entries.length
}

/** By the clock of the process that died: how long before its last line it streamed the first text that is missing. */
function measureLoss(
  reports: readonly KillReport[],
  dropped: ReadonlySet<string>,
  kept: ReadonlyMap<string, number>,
): Loss {
  const streamed = reports.filter(report => report.kind === 'streamed')
  const last = streamed.at(-1)?.at ?? 0
  const lost = streamed.find(({ stream, entry }) => !dropped.has(stream) && entry >= (kept.get(stream) ?? 0))
  let lateMs = 0
  for (const [at, { at: time }] of streamed.entries()) lateMs = Math.max(lateMs, time - (streamed[at - 1]?.at ?? time))
  return { lostMs: lost === undefined ? 0 : last - lost.at, lateMs }
}

function assert(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
