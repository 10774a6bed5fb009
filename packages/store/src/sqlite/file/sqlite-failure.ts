import { setTimeout as delay } from 'node:timers/promises'
import { StoreError } from '../../contract/store-error.ts'

const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const TOOBIG = 18
const NOTADB = 26
const IOERR_SHMSIZE = 4874
const CONSTRAINT_UNIQUE = 2067

/** SQLite's extended result code, or null for an error that is not SQLite's. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null
  return typeof error.errcode === 'number' ? error.errcode : null
}

export function isBusy(error: unknown): boolean {
  const code = primaryCode(error)
  return code === BUSY || code === LOCKED
}

export function isFull(error: unknown): boolean {
  return primaryCode(error) === FULL || sqliteCode(error) === IOERR_SHMSIZE
}

export function isDuplicate(error: unknown): boolean {
  return sqliteCode(error) === CONSTRAINT_UNIQUE
}

/** A page or a value that cannot be what was written. A damaged integer is read as one that is out of range. */
export function isDamage(error: unknown): boolean {
  const code = primaryCode(error)
  if (code === CORRUPT || code === NOTADB) return true
  return error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'
}

/** Trouble with the place becomes a `StoreError`; anything else is returned as it is. */
export function toStoreError(error: unknown): unknown {
  if (isDamage(error)) return storeError('unreadable', 'the database is damaged', error)
  if (isFull(error)) return storeError('full', 'there is no space left for the database', error)
  const code = primaryCode(error)
  switch (code) {
    case BUSY:
    case LOCKED:
      return storeError('busy', 'another program holds the database; try again', error)
    case READONLY:
      return storeError('refused', 'the database cannot be written', error)
    case IOERR:
      return storeError('unreadable', 'the disk reported an error', error)
    case CANTOPEN:
      return storeError('refused', 'a database file cannot be opened', error)
    case TOOBIG:
      return new RangeError('a body or blob is larger than a database can hold (1 GB)', { cause: error })
    default:
      return error
  }
}

function primaryCode(error: unknown): number | null {
  const code = sqliteCode(error)
  return code === null ? null : code & 0xff
}

function storeError(kind: 'busy' | 'full' | 'refused' | 'unreadable', what: string, error: unknown): StoreError {
  return new StoreError(kind, `${what} (${error instanceof Error ? error.message : String(error)})`, error)
}

/** How long a write or read waits for another program. A synchronous wait would freeze every stream. */
export const PATIENCE_MS = 5_000
export const RETRY_EVERY_MS = 20

/** Runs the work at once; while another program holds the database, again and again without blocking. */
export async function retryBusy<Result>(work: () => Result, patience: number): Promise<Result> {
  const until = performance.now() + patience
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw toStoreError(error)
    }
    await delay(RETRY_EVERY_MS)
  }
}
