import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { JOURNAL_INTERVAL_MS, type Journal } from '../contract/journal.ts'
import { StoreError } from '../contract/store-error.ts'

export interface SqliteJournalOptions {
  readonly folder: string
  readonly intervalMs?: number
  /** Called for every commit that failed, and for a damaged file that was moved aside. */
  readonly onError: (error: Error) => void
}

const FILE = 'journal.sqlite'
const APPLICATION_ID = 0x5374654a
const FORMAT = 1
const LONGEST_WAIT_MS = 5000
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/**
 * A file of its own, so that streaming text never waits for the store. It survives kill -9, not power loss: what is lost then is text that
 * was not acknowledged either.
 */
export async function openSqliteJournal(options: SqliteJournalOptions): Promise<Journal> {
  const { folder, intervalMs = JOURNAL_INTERVAL_MS, onError } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const opened = await openOrMoveAside(join(folder, FILE), onError)
  return journalOver(opened, intervalMs, onError)
}

interface OpenJournal {
  readonly database: DatabaseSync
  /** The rows of each stream. An index would touch a page for each stream in each commit; the process that owns the file needs none. */
  readonly rows: Map<string, number[]>
}

async function openOrMoveAside(file: string, onError: (error: Error) => void): Promise<OpenJournal> {
  try {
    return openFile(file)
  } catch (error) {
    if (!isDamage(error)) throw error
    const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(file + suffix)) await rename(file + suffix, aside + suffix)
    }
    const opened = openFile(file)
    onError(
      new StoreError('unreadable', `the journal of unfinished answers was damaged; it is kept as ${aside}`, error),
    )
    return opened
  }
}

function openFile(file: string): OpenJournal {
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON')
    checkFormat(database, file)
    const check = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
    if (check !== 'ok') throw new DamagedJournal(String(check))
    return { database, rows: readRows(database) }
  } catch (error) {
    database.close()
    throw error
  }
}

class DamagedJournal extends Error {
  override readonly name = 'DamagedJournal'
}

function isDamage(error: unknown): boolean {
  if (error instanceof DamagedJournal) return true
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false
  const primary = error.errcode & 0xff
  return primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB
}

function checkFormat(database: DatabaseSync, file: string): void {
  const application = database.prepare('PRAGMA application_id').get()?.application_id
  const format = database.prepare('PRAGMA user_version').get()?.user_version
  if (application === 0 && format === 0) {
    database.exec(`
      BEGIN IMMEDIATE;
      CREATE TABLE entries (id INTEGER PRIMARY KEY, stream TEXT NOT NULL, packed BLOB NOT NULL) STRICT;
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${FORMAT};
      COMMIT;
    `)
    return
  }
  if (application !== APPLICATION_ID)
    throw new StoreError('unreadable', `${file} is not a journal of Stet; move it elsewhere`)
  if (format !== FORMAT) throw new StoreError('newer', `${file} was written by a newer Stet; use that one`)
}

function readRows(database: DatabaseSync): Map<string, number[]> {
  const rows = new Map<string, number[]>()
  for (const { id, stream } of database.prepare('SELECT id, stream FROM entries ORDER BY id').iterate()) {
    if (typeof id !== 'number' || typeof stream !== 'string') throw new DamagedJournal('a row without a stream')
    addTo(rows, stream, id)
  }
  return rows
}

function journalOver({ database, rows }: OpenJournal, intervalMs: number, onError: (error: Error) => void): Journal {
  const insert = database.prepare('INSERT INTO entries (stream, packed) VALUES (?, ?)')
  const select = database.prepare('SELECT packed FROM entries WHERE id = ?')
  const remove = database.prepare('DELETE FROM entries WHERE id = ?')
  let waiting = new Map<string, string[]>()
  let timer: NodeJS.Timeout | null = null
  let failures = 0

  function checkOpen() {
    if (!database.isOpen) throw new StoreError('closed', 'the journal is closed')
  }

  function commit() {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting.size === 0) return
    const inserted: [string, number][] = []
    try {
      inTransaction(database, () => {
        for (const [stream, entries] of waiting) {
          inserted.push([stream, Number(insert.run(stream, packEntries(entries)).lastInsertRowid)])
        }
      })
    } catch (error) {
      failures += 1
      throw new Error(`the journal could not be committed; the text of ${waiting.size} answers waits`, { cause: error })
    }
    failures = 0
    waiting = new Map()
    for (const [stream, id] of inserted) addTo(rows, stream, id)
  }

  function commitLater() {
    if (timer !== null) return
    // A disk that stays full is tried less and less often, or its errors would flood the log.
    const wait = Math.min(intervalMs * 2 ** failures, Math.max(intervalMs, LONGEST_WAIT_MS))
    timer = setTimeout(() => {
      try {
        commit()
      } catch (error) {
        commitLater()
        onError(error instanceof Error ? error : new Error('the journal could not be committed', { cause: error }))
      }
    }, wait)
    timer.unref()
  }

  return {
    append(stream, entry) {
      checkOpen()
      addTo(waiting, stream, entry)
      commitLater()
    },
    async flush() {
      checkOpen()
      try {
        commit()
      } catch (error) {
        commitLater()
        throw error
      }
    },
    async read(stream) {
      checkOpen()
      return (rows.get(stream) ?? []).flatMap(id => {
        const packed = select.get(id)?.packed
        if (!(packed instanceof Uint8Array)) throw new Error(`journal row ${id} of ${stream} is gone`)
        return unpackEntries(packed)
      })
    },
    async streams() {
      checkOpen()
      return [...rows.keys()]
    },
    async drop(streams) {
      checkOpen()
      for (const stream of streams) waiting.delete(stream)
      const ids = streams.flatMap(stream => rows.get(stream) ?? [])
      if (ids.length === 0) return
      inTransaction(database, () => {
        for (const id of ids) remove.run(id)
      })
      for (const stream of streams) rows.delete(stream)
    },
    async close() {
      if (!database.isOpen) return
      try {
        commit()
      } finally {
        if (timer !== null) clearTimeout(timer)
        database.close()
      }
    },
  }
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    // A full disk may have rolled back already; a second rollback would hide the reason.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

const encoder = new TextEncoder()
/** Of one UTF-16 unit in UTF-8. */
const MOST_BYTES = 3

/** The entries of one stream in one commit share a row: each is its length in four bytes, then its bytes. */
export function packEntries(entries: readonly string[]): Uint8Array {
  const packed = new Uint8Array(entries.reduce((size, entry) => size + 4 + entry.length * MOST_BYTES, 0))
  const view = new DataView(packed.buffer)
  let at = 0
  for (const entry of entries) {
    const { written } = encoder.encodeInto(entry, packed.subarray(at + 4))
    view.setUint32(at, written)
    at += 4 + written
  }
  return packed.subarray(0, at)
}

export function unpackEntries(packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const entries: Uint8Array[] = []
  let at = 0
  while (at < packed.length) {
    const start = at + 4
    const end = start <= packed.length ? start + view.getUint32(at) : start
    if (end > packed.length) throw new Error(`packed entries end at ${packed.length}, in the middle of one`)
    entries.push(packed.slice(start, end))
    at = end
  }
  return entries
}
