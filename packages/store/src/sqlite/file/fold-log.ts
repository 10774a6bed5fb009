import type { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../../contract/store-error.ts'
import { pragma } from './connection.ts'
import { toStoreError } from './sqlite-failure.ts'

/**
 * Writes the log into the database and empties it. False when it could not: without space, or while a backup reads, the log
 * stays as it is and nothing is lost.
 */
export function foldLog(database: DatabaseSync): boolean {
  try {
    return pragma(database, 'wal_checkpoint(truncate)') === 0
  } catch (error) {
    const known = toStoreError(error)
    if (known instanceof StoreError && known.retryable) return false
    throw known
  }
}
