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

/** Null when the structure of all pages is right, otherwise the first fault. */
export function checkPages(file: string, when: 'at rest' | 'live'): string | null {
  const wal = `${file}-wal`
  const url = pathToFileURL(file)
  // Closed and without a log, nothing can change the file: an immutable handle creates no files of its own.
  if (when === 'at rest' && (!existsSync(wal) || statSync(wal).size === 0)) url.searchParams.set('immutable', '1')
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(url, { readOnly: true })
    const found = String(Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0])
    return found === 'ok' ? null : found
  } catch (error) {
    const known = toStoreError(error)
    if (known instanceof StoreError && known.kind === 'unreadable') return known.message
    throw known
  } finally {
    database?.close()
  }
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
