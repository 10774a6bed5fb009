import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { assertText } from '../contract/assert-operations.ts'
import type { Database, SearchSource, SearchState } from '../contract/store.ts'
import { StoreError } from '../contract/store-error.ts'
import { checkBeside, type Integrity, type RunningCheck } from './file/check-beside.ts'
import { openConnection, syncFile, syncFolderOf } from './file/connection.ts'
import {
  type DataFiles,
  dataFiles,
  dataFilesIn,
  type FolderFacts,
  prepareFolder,
  readFolderFacts,
} from './file/data-folder.ts'
import { type FoldedFile, foldBeside } from './file/fold-beside.ts'
import { foldLog } from './file/fold-log.ts'
import { type FolderLock, lockFolder } from './file/folder-lock.ts'
import { assertSound, inspectHeader } from './file/inspect-file.ts'
import { type LogSync, openLogSync } from './file/log-sync.ts'
import { migrate, type OnMigrationStep, removeUnfinished } from './file/migrate.ts'
import { createDatabase, MIGRATIONS, type Migration } from './file/migrations.ts'
import { PATIENCE_MS, retryBusy, toStoreError } from './file/sqlite-failure.ts'
import { isWholeCheckDue, noteWholeCheck } from './file/whole-check.ts'
import { prepareStatements } from './rows/statements.ts'
import { WriteQueue } from './rows/write-queue.ts'
import { prepareFind } from './search/find-hits.ts'
import { attachSearch } from './search/search-file.ts'
import { SearchFollower } from './search/search-follower.ts'
import { searchFingerprint } from './search/search-index.ts'
import { openSqliteStore } from './sqlite-store.ts'

export interface SqliteDatabaseOptions {
  readonly folder: string
  /** What can be found. Without sources there is no search index. */
  readonly search?: readonly SearchSource[]
  /** How long a read or write waits for another program that holds the database. */
  readonly patience?: number
  /** A database up to this size is checked before it opens, a larger one in the background. */
  readonly checkFirstBytes?: number
  readonly migrations?: readonly Migration[]
  readonly onMigrationStep?: OnMigrationStep
  readonly readFacts?: (folder: string) => FolderFacts
  readonly openLog?: (file: string) => LogSync
  /** Called for what fails beside all reads and writes. Without it, it ends the process. */
  readonly onError?: (error: Error) => void
}

export interface SqliteDatabase extends Database {
  /** Settles when the pages have been checked. */
  readonly integrity: Promise<Integrity>
  /** Resolves when the search has caught up with the rows, or cannot. */
  searchSettled(): Promise<SearchState>
}

/** Read at several hundred megabytes a second, it delays a start by a fraction of one. */
const CHECK_FIRST_BYTES = 64 * 1024 * 1024

/** Opens the database of a data folder, creating it in an empty folder. Throws `StoreError` and changes nothing if it cannot. */
export async function openSqliteDatabase(options: SqliteDatabaseOptions): Promise<SqliteDatabase> {
  prepareFolder(options.folder, options.readFacts ?? readFolderFacts)
  const lock = await lockFolder(options.folder)
  try {
    return await openLocked(options, lock)
  } catch (error) {
    lock.release()
    throw toStoreError(error)
  }
}

async function openLocked(options: SqliteDatabaseOptions, lock: FolderLock): Promise<SqliteDatabase> {
  const { folder, search: sources = [], patience = PATIENCE_MS, migrations = MIGRATIONS } = options
  const files = dataFiles(folder)
  removeUnfinished(files)
  if (!existsSync(files.database)) createNew(files, migrations)
  const endedCleanly = !existsSync(files.open)
  const { version, bytes } = inspectHeader(files, migrations.length)
  const small = bytes <= (options.checkFirstBytes ?? CHECK_FIRST_BYTES)
  if (small) assertSound(files)
  if (version < migrations.length) {
    await retryBusy(() => migrate(files, version, migrations, options.onMigrationStep ?? (() => undefined)), patience)
  }
  const database = await retryBusy(() => openConnection(files.database), patience)
  try {
    // The log exists from the first read on. Only then may the mark require it.
    database.prepare('select count(*) from owners').get()
    writeFileSync(files.open, '', { mode: 0o600 })
    syncFile(files.open)
    syncFolderOf(files.open)
    if (sources.length > 0) attachSearch(database, files.search, searchFingerprint(sources))
    const isDue = isWholeCheckDue(files, endedCleanly, Date.now())
    const check = isDue ? checkWhole(files) : small ? null : checkBeside(files.database, 'pages')
    return assemble(options, files, database, lock, check)
  } catch (error) {
    database.close()
    throw error
  }
}

function checkWhole(files: DataFiles): RunningCheck {
  const check = checkBeside(files.database, 'whole')
  const result = check.result.then((found): Integrity => {
    try {
      if (found.kind === 'sound') noteWholeCheck(files)
      return found
    } catch (error) {
      return { kind: 'unchecked', because: `it is sound, but will be checked again: ${String(error)}` }
    }
  })
  return { ...check, result }
}

function assemble(
  options: SqliteDatabaseOptions,
  files: DataFiles,
  database: DatabaseSync,
  lock: FolderLock,
  check: RunningCheck | null,
): SqliteDatabase {
  const { search: sources = [], patience = PATIENCE_MS, openLog = openLogSync, onError = throwLater } = options
  const statements = prepareStatements(database)
  const follower = sources.length > 0 ? new SearchFollower(database, files.search, sources) : null
  const repair = (error: unknown) => {
    if (follower?.repair(error) !== true) return false
    follower.start(queue)
    return true
  }
  // A check that reads the log keeps it from being emptied: it is emptied afterwards.
  let isLogLeft = false
  const log = openLog(files.wal)
  const folding = foldBeside(database, foldedFiles(files, follower !== null), onError)
  const queue: WriteQueue = new WriteQueue({
    database,
    statements,
    patience,
    repair,
    async reclaim() {
      await folding.idle()
      isLogLeft = !foldLog(database)
    },
    async sync() {
      await log.sync()
      folding.check()
    },
  })
  const search = follower === null ? null : { follower, find: prepareFind(database) }
  follower?.start(queue)
  let closing: Promise<void> | null = null

  const close = async () => {
    await Promise.all([check?.stop(), follower?.stop()])
    await Promise.all([integrity, queue.idle()])
    await folding.stop()
    log.close()
    try {
      closeCleanly(database, files, follower)
    } finally {
      lock.release()
    }
  }
  const integrity = (check?.result ?? Promise.resolve<Integrity>({ kind: 'sound' })).then(async found => {
    if (isLogLeft && closing === null) await queue.reclaim()
    return found
  })
  const deps = { statements, queue, search, patience, arriving: new Set<number>(), isOpen: () => closing === null }
  return {
    openStore(owner) {
      assertText('owner', owner)
      if (closing !== null) throw new StoreError('closed', 'the database is closed')
      return openSqliteStore(deps, owner)
    },
    integrity,
    searchSettled: async () => follower?.settled() ?? { kind: 'current', skipped: 0 },
    close() {
      closing ??= close()
      return closing
    },
  }
}

function foldedFiles(files: DataFiles, hasSearch: boolean): readonly FoldedFile[] {
  const main = { schema: 'main', file: files.database } as const
  return hasSearch ? [main, { schema: 'search', file: files.search }] : [main]
}

function throwLater(error: Error): void {
  queueMicrotask(() => {
    throw error
  })
}

/** The mark is removed only when the log is empty: from then on a missing log is no loss. */
export function closeCleanly(database: DatabaseSync, files: DataFiles, follower: SearchFollower | null): void {
  try {
    follower?.finish()
    if (!foldLog(database)) return
    rmSync(files.open, { force: true })
    syncFolderOf(files.open)
  } finally {
    database.close()
  }
}

/** An empty database must never replace a lost one. */
function createNew(files: DataFiles, migrations: readonly Migration[]): void {
  const left = dataFilesIn(dirname(files.database)).filter(name => !name.startsWith(basename(files.next)))
  if (left.length > 0) {
    throw new StoreError(
      'missing',
      `${files.database} is missing, but ${left.join(', ')} shows that there was one. Put it back, or start with --fresh: an empty one is then made, and the other files are moved aside.`,
    )
  }
  createDatabase(files, migrations)
  noteWholeCheck(files)
}
