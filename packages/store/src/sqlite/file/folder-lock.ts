import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import { StoreError } from '../../contract/store-error.ts'
import { dataFiles } from './data-folder.ts'
import { isBusy } from './sqlite-failure.ts'

export interface FolderLock {
  release(): void
}

const Holder = z.object({ pid: z.int(), startedAt: z.string() })
type Holder = z.infer<typeof Holder>

const SETTLE_MS = 1_000
const RETRY_MS = 25

/**
 * One process at a time. The lock is the operating system's, on an empty file: it ends with the process however that
 * ends. A second file says who holds it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const files = dataFiles(folder)
  const until = performance.now() + SETTLE_MS
  for (;;) {
    const lock = tryLock(files.lock)
    if (lock !== null) {
      const holder: Holder = { pid: process.pid, startedAt: new Date().toISOString() }
      writeHolder(files.holder, holder)
      return {
        release() {
          rmSync(files.holder, { force: true })
          lock.close()
        },
      }
    }
    const holder = readHolder(files.holder)
    // A name left by a process that was killed: the new holder is about to write its own.
    const settled = holder !== null && isAlive(holder.pid)
    if (settled || performance.now() >= until) throw inUse(folder, holder)
    await delay(RETRY_MS)
  }
}

/** It only says who holds the lock: on a full disk the lock holds without it. */
function writeHolder(file: string, holder: Holder): void {
  try {
    writeFileSync(file, JSON.stringify(holder), { mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

function tryLock(file: string): DatabaseSync | null {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('pragma journal_mode = memory; begin exclusive')
    return database
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw error
    return null
  }
}

function readHolder(file: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // Absent, or half written at this very moment.
    const absent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (absent || error instanceof SyntaxError || error instanceof z.core.$ZodError) return null
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function inUse(folder: string, holder: Holder | null): StoreError {
  const who = holder === null ? 'another process' : `process ${holder.pid}, started at ${holder.startedAt}`
  return new StoreError(
    'in-use',
    `the data folder ${folder} is in use by ${who}; end it first, or choose another folder`,
  )
}
