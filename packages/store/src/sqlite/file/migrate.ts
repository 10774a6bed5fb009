import { closeSync, copyFileSync, existsSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../../contract/store-error.ts'
import { openConnection, pragma, syncFile, syncFolderOf, toInteger } from './connection.ts'
import type { DataFiles } from './data-folder.ts'
import { foldLog } from './fold-log.ts'
import type { Migration } from './migrations.ts'

export type MigrationStep = 'copied' | 'migrated' | 'verified' | 'kept' | 'replaced'

/** Called after each step; a test kills the process there. */
export type OnMigrationStep = (step: MigrationStep) => void

/**
 * Upgrades a copy, and replaces the old file only when the copy is verified; the old one is kept under a name with its
 * format. Interrupted anywhere, the database is either the old file or the new one, and the next start does the rest.
 */
export function migrate(
  files: DataFiles,
  from: number,
  migrations: readonly Migration[],
  onStep: OnMigrationStep,
): void {
  removeUnfinished(files)
  const before = copy(files)
  onStep('copied')
  upgrade(files.next, from, migrations)
  onStep('migrated')
  verify(files.next, before)
  syncFile(files.next)
  onStep('verified')
  keep(files, from)
  onStep('kept')
  renameSync(files.next, files.database)
  syncFolderOf(files.database)
  onStep('replaced')
}

/** What an interrupted start left of an unfinished database. */
export function removeUnfinished(files: DataFiles): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(files.next + suffix, { force: true })
}

export function keptFile(files: DataFiles, version: number, number: number): string {
  return `${files.database}.format-${version}${number === 1 ? '' : `-${number}`}`
}

/** Returns the number of rows in each table. The log is folded into the old file, which is then complete. */
function copy(files: DataFiles): ReadonlyMap<string, number> {
  closeSync(openSync(files.next, 'wx', 0o600))
  const database = openConnection(files.database)
  try {
    // A log that still held rows would be taken for that of the new file.
    if (!foldLog(database))
      throw new StoreError('busy', `another program reads ${files.database}; it cannot be upgraded now`)
    database.prepare('vacuum into ?').run(files.next)
    return countRows(database)
  } finally {
    database.close()
  }
}

function upgrade(file: string, from: number, migrations: readonly Migration[]): void {
  const database = openConnection(file)
  try {
    database.exec('begin immediate')
    for (const migration of migrations.slice(from)) migration.up(database)
    database.exec(`pragma user_version = ${migrations.length}; commit`)
  } finally {
    database.close()
  }
}

function verify(file: string, before: ReadonlyMap<string, number>): void {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const found = pragma(database, 'integrity_check(1)')
    if (found !== 'ok') throw new StoreError('unreadable', `the upgraded copy is not sound: ${String(found)}`)
    const after = countRows(database)
    for (const [table, rows] of before) {
      if ((after.get(table) ?? 0) >= rows) continue
      throw new StoreError('unreadable', `the upgraded copy has ${after.get(table) ?? 0} of ${rows} rows in ${table}`)
    }
  } finally {
    database.close()
  }
  // A read-only handle leaves these, and they must not be taken for those of the file that is replaced.
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
}

/** The tables whose rows must all survive. */
function countRows(database: DatabaseSync): ReadonlyMap<string, number> {
  const tables = ['owners', 'rows', 'blobs', 'blob_bytes']
  return new Map(
    tables.map(table => [table, toInteger(database.prepare(`select count(*) as rows from ${table}`).get()?.rows)]),
  )
}

/** A second name for the same file: at no moment is there no database. */
function keep(files: DataFiles, version: number): void {
  for (let number = 1; ; number += 1) {
    const name = keptFile(files, version, number)
    if (existsSync(name)) {
      if (statSync(name).ino === statSync(files.database).ino) return
      continue
    }
    linkOrCopy(files.database, name)
    syncFolderOf(name)
    return
  }
}

function linkOrCopy(file: string, name: string): void {
  try {
    linkSync(file, name)
  } catch (error) {
    // File systems without links, such as exFAT.
    if (!(error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'ENOTSUP')))
      throw error
    copyFileSync(file, name)
    syncFile(name)
  }
}
