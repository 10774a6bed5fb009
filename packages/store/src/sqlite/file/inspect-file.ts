import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { StoreError } from '../../contract/store-error.ts'
import { APPLICATION_ID } from './connection.ts'
import type { DataFiles } from './data-folder.ts'
import { toStoreError } from './sqlite-failure.ts'

export interface InspectedFile {
  readonly version: number
  readonly bytes: number
}

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'

/**
 * Checks the header of an existing database before SQLite opens it: opening can already change a file, and what is refused must
 * stay as it was found.
 */
export function inspectHeader(files: DataFiles, newest: number): InspectedFile {
  const bytes = statSync(files.database).size
  if (bytes === 0) throw unreadable(files, 'it is empty')
  const header = readHeader(files.database)
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw unreadable(files, 'it is no SQLite database')
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) throw unreadable(files, 'it is a SQLite database of another program')
  const hasWal = existsSync(files.wal) && statSync(files.wal).size > 0
  const size = header.readUInt16BE(16)
  const pageSize = size === 1 ? 65_536 : size
  // A crash in a checkpoint can leave pages in the log that the header already counts.
  if (!hasWal && bytes < header.readUInt32BE(28) * pageSize) throw unreadable(files, 'it has been cut short')
  if (existsSync(files.open) && !existsSync(files.wal)) {
    throw unreadable(
      files,
      `its log ${files.wal} is gone, and with it the newest rows. Put the log back; or, if you restored a backup, delete ${files.open}`,
    )
  }
  const version = header.readUInt32BE(60)
  if (version > newest) {
    throw new StoreError(
      'newer',
      `${files.database} was written by a newer Stet (format ${version}); this one knows ${newest}`,
    )
  }
  if (version === 0) throw unreadable(files, 'it says nothing of its format')
  return { version, bytes }
}

/** Reads every page, and changes none. */
export function assertSound(files: DataFiles): void {
  const because = checkPages(files.database, 'at rest')
  if (because !== null) throw unreadable(files, because)
}

/** How much of a database is checked: the structure of its pages, or also that each index agrees with its table. */
export type CheckDepth = 'pages' | 'whole'

/** The whole check looks up every row in every index, and runs beside the work. */
const WHOLE_CACHE_KIB = 16 * 1024

/**
 * A ref that its row does not have. SQLite cannot find it: refs are a table of their own, and one bit makes one ref of another. They are written
 * here as in rows (row-format.ts).
 */
const WRONG_REF = `
  select 1 from refs left join rows on rows.owner = refs.owner and rows.shelf = refs.shelf and rows.id = refs.id
  where rows.key is null or rows.ord <> refs.ord or instr(
    rows.refs || char(10), char(10) || replace(replace(refs.ref, '\\', '\\\\'), char(10), '\\n') || char(10)
  ) = 0 limit 1
`

/** Null when everything is right, otherwise the first fault. */
export function checkPages(file: string, when: 'at rest' | 'live', depth: CheckDepth = 'pages'): string | null {
  const wal = `${file}-wal`
  const url = pathToFileURL(file)
  // Closed and without a log, nothing can change the file: an immutable handle creates no files of its own.
  if (when === 'at rest' && (!existsSync(wal) || statSync(wal).size === 0)) url.searchParams.set('immutable', '1')
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(url, { readOnly: true })
    return depth === 'pages' ? firstFault(database, 'quick_check') : wholeFault(database)
  } catch (error) {
    const known = toStoreError(error)
    if (known instanceof StoreError && known.kind === 'unreadable') return known.message
    throw known
  } finally {
    database?.close()
  }
}

function wholeFault(database: DatabaseSync): string | null {
  // In one transaction: rows and refs are compared as of one moment.
  database.exec(`pragma cache_size = -${WHOLE_CACHE_KIB}; begin`)
  const fault = firstFault(database, 'integrity_check')
  if (fault !== null) return fault
  return database.prepare(WRONG_REF).get() === undefined ? null : 'a ref that its row does not have'
}

function firstFault(database: DatabaseSync, check: 'quick_check' | 'integrity_check'): string | null {
  const found = String(Object.values(database.prepare(`pragma ${check}(1)`).get() ?? {})[0])
  return found === 'ok' ? null : found
}

export function unreadable(files: DataFiles, because: string): StoreError {
  return new StoreError('unreadable', `${files.database} cannot be used: ${because}. Nothing was changed in it.`)
}

function readHeader(file: string): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0))
  } finally {
    closeSync(descriptor)
  }
}
