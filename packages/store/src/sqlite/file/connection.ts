import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'

/** 'Stet' in ASCII: marks a SQLite file as ours. */
export const APPLICATION_ID = 0x53746574

/** Before it, a WAL that is reset while another connection writes can lose acknowledged rows. */
const LEAST_SQLITE = [3, 51, 3] as const

const WAL_LIMIT_BYTES = 64 * 1024 * 1024
const CACHE_KIB = 64 * 1024
/** Logs are copied into their files by a thread (`foldBeside`). One that still grows to this is copied inside a commit. */
const LONGEST_LOG_PAGES = 8_000

/**
 * Opens for reading and writing, and proves that each setting holds. Memory-mapped reading stays off: on a failing disk it ends
 * the process instead of raising an error.
 */
export function openConnection(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true })
  try {
    assertSqliteVersion(database)
    set(database, 'journal_mode', 'wal')
    // A commit is synced by the write queue, beside the event loop.
    set(database, 'synchronous', 1)
    set(database, 'secure_delete', 1)
    set(database, 'foreign_keys', 1)
    set(database, 'busy_timeout', 0)
    set(database, 'trusted_schema', 0)
    set(database, 'cell_size_check', 1)
    set(database, 'temp_store', 2)
    set(database, 'cache_size', -CACHE_KIB)
    set(database, 'mmap_size', 0)
    set(database, 'journal_size_limit', WAL_LIMIT_BYTES)
    set(database, 'wal_autocheckpoint', LONGEST_LOG_PAGES)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

export function pragma(database: DatabaseSync, name: string): unknown {
  const row = database.prepare(`pragma ${name}`).get()
  return row === undefined ? undefined : Object.values(row)[0]
}

export function toInteger(value: SQLOutputValue | undefined): number {
  if (typeof value === 'number') return value
  throw new Error(`the database answered ${String(value)} for a whole number`)
}

export function assertSqliteVersion(database: DatabaseSync): void {
  const version = String(database.prepare('select sqlite_version() as version').get()?.version)
  const parts = version.split('.').map(Number)
  for (const [at, least] of LEAST_SQLITE.entries()) {
    const part = parts[at] ?? 0
    if (part > least) return
    if (part < least) throw new Error(`SQLite ${version} is older than ${LEAST_SQLITE.join('.')}`)
  }
}

function set(database: DatabaseSync, name: string, value: string | number): void {
  database.exec(`pragma ${name} = ${value}`)
  const found = pragma(database, name)
  if (found !== value) throw new Error(`SQLite kept ${name} = ${String(found)} when told ${value}`)
}

export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** A name that was added, renamed or removed survives a power loss only when its folder is synced. */
export function syncFolderOf(file: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(dirname(file), 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
