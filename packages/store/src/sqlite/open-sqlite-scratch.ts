import { DatabaseSync } from 'node:sqlite'
import { assertText } from '../contract/assert-operations.ts'
import type { Database } from '../contract/store.ts'
import { StoreError } from '../contract/store-error.ts'
import { dataFiles } from './file/data-folder.ts'
import { lockFolder } from './file/folder-lock.ts'
import { inspectHeader } from './file/inspect-file.ts'
import { MIGRATIONS } from './file/migrations.ts'
import { PATIENCE_MS, toStoreError } from './file/sqlite-failure.ts'
import { closeCleanly } from './open-sqlite-database.ts'
import { prepareAction, prepareStatements } from './rows/statements.ts'
import { WriteQueue } from './rows/write-queue.ts'
import { openSqliteStore } from './sqlite-store.ts'

/**
 * Opens a database whose disk is full. Everything can be read; what is written stays in memory and is gone when it is closed, because all of
 * it belongs to one transaction that never ends. There is no search.
 */
export async function openSqliteScratch(folder: string): Promise<Database> {
  const files = dataFiles(folder)
  const lock = await lockFolder(folder)
  let database: DatabaseSync | null = null
  try {
    const { version } = inspectHeader(files, MIGRATIONS.length)
    if (version < MIGRATIONS.length) {
      throw new StoreError('full', `${files.database} must be upgraded, and the disk is full. Free some space first.`)
    }
    database = openInMemory(files.database)
    return assemble(database)
  } catch (error) {
    database?.close()
    lock.release()
    throw toStoreError(error)
  }

  function assemble(database: DatabaseSync): Database {
    const action = (sql: string) => prepareAction(database, sql)
    const statements = {
      ...prepareStatements(database),
      begin: action('savepoint scratch'),
      commit: action('release scratch'),
      rollback: action('rollback to scratch'),
    }
    const nothing = () => Promise.resolve()
    const queue = new WriteQueue({
      database,
      statements,
      patience: PATIENCE_MS,
      repair: () => false,
      reclaim: nothing,
      sync: nothing,
    })
    let open = true
    const deps = {
      statements,
      queue,
      search: null,
      patience: PATIENCE_MS,
      arriving: new Set<number>(),
      isOpen: () => open,
    }
    return {
      openStore(owner) {
        assertText('owner', owner)
        return openSqliteStore(deps, owner)
      },
      async close() {
        if (!open) return
        open = false
        await queue.idle()
        try {
          database.exec('rollback')
          closeCleanly(database, files, null)
        } finally {
          lock.release()
        }
      },
    }
  }
}

/** Neither a file for shared memory nor pages that leave the cache: both would need space. */
function openInMemory(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true })
  try {
    database.exec(
      'pragma locking_mode = exclusive; pragma cache_spill = off; pragma temp_store = 2; pragma trusted_schema = 0; begin immediate',
    )
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
