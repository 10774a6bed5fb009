import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const syncDescriptor = promisify(fdatasync)

/** The log of an open database. */
export interface LogSync {
  /** Resolves when all that was committed before is on the disk. Other work continues meanwhile. */
  sync(): Promise<void>
  close(): void
}

/** SQLite would sync inside a commit, and all streams of a home would wait for the disk. The log must exist. */
export function openLogSync(log: string): LogSync {
  const descriptor = openSync(log, 'r+')
  return {
    sync: () => syncDescriptor(descriptor),
    close: () => closeSync(descriptor),
  }
}
