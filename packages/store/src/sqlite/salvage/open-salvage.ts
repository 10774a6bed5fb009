import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SearchableStore, Store } from '../../contract/store.ts'
import { StoreError } from '../../contract/store-error.ts'
import { openConnection, syncFile, syncFolderOf } from '../file/connection.ts'
import { foldLog } from '../file/fold-log.ts'
import { type FolderLock, lockFolder } from '../file/folder-lock.ts'
import { createAt, MIGRATIONS } from '../file/migrations.ts'
import { PATIENCE_MS } from '../file/sqlite-failure.ts'
import { prepareStatements } from '../rows/statements.ts'
import { WriteQueue } from '../rows/write-queue.ts'
import { openSqliteStore } from '../sqlite-store.ts'
import { PageFile } from './page-file.ts'
import { LOST, rebuild, type SalvageReport } from './rebuild.ts'

export interface Salvage {
  readonly report: SalvageReport
  readonly owners: readonly string[]
  /** A store that can only be read. */
  openStore(owner: string): Store
  /** A store whose writes are lost when the salvage is closed: a home that only reads still ends the runs it finds. */
  openScratch(owner: string): SearchableStore
  /** The rows that are known by name and cannot be read. */
  lostRows(): readonly LostRow[]
  /** The ids of an owner's blobs that were found whole. */
  blobIds(owner: string): readonly string[]
  close(): Promise<void>
}

export interface LostRow {
  readonly owner: string
  readonly shelf: string
  readonly id: string
}

export interface SalvageOptions {
  /** Whose rows they are when the file no longer says it and all are of one owner. */
  readonly onlyOwner?: string
  /** Where the readable rows are gathered while the salvage is open: as much space as the file takes. */
  readonly scratch?: string
}

/** Reads the readable rows of a damaged database file, page by page. The file and its log are only read. */
export async function openSalvage(
  file: string,
  { scratch = tmpdir(), onlyOwner }: SalvageOptions = {},
): Promise<Salvage> {
  const lock = isWritable(dirname(file)) ? await lockFolder(dirname(file)) : null
  try {
    return await gather(file, mkdtempSync(join(scratch, 'stet-salvage-')), lock, onlyOwner)
  } catch (error) {
    lock?.release()
    throw error
  }
}

/**
 * Writes the readable rows of a damaged database file to a new database. The file and its log are only read, and an existing target
 * is never overwritten.
 */
export async function salvageCopy(
  file: string,
  target: string,
  { onlyOwner }: Pick<SalvageOptions, 'onlyOwner'> = {},
): Promise<SalvageReport> {
  const lock = isWritable(dirname(file)) ? await lockFolder(dirname(file)) : null
  try {
    const pages = new PageFile(file)
    try {
      createAt(target, MIGRATIONS)
      const database = openConnection(target)
      try {
        return await rebuild(pages, database, onlyOwner)
      } finally {
        foldLog(database)
        database.close()
        syncFile(target)
        syncFolderOf(target)
      }
    } finally {
      pages.close()
    }
  } finally {
    lock?.release()
  }
}

async function gather(
  file: string,
  folder: string,
  lock: FolderLock | null,
  onlyOwner: string | undefined,
): Promise<Salvage> {
  const target = join(folder, 'salvaged.sqlite')
  createAt(target, MIGRATIONS)
  const database = openConnection(target)
  database.exec('pragma synchronous = off')
  const pages = new PageFile(file)
  let open = true
  const close = () => {
    open = false
    database.close()
    rmSync(folder, { recursive: true })
    lock?.release()
  }
  try {
    const report = await rebuild(pages, database, onlyOwner)
    const statements = prepareStatements(database)
    const queue = new WriteQueue({
      database,
      statements,
      patience: PATIENCE_MS,
      repair: () => false,
      reclaim: async () => undefined,
      sync: async () => undefined,
    })
    const deps = {
      statements,
      queue,
      search: null,
      patience: PATIENCE_MS,
      arriving: new Set<number>(),
      isOpen: () => open,
    }
    const owners = database.prepare('select name from owners order by number').all()
    const blobs = database.prepare(
      'select id from blobs join owners on owners.number = blobs.owner where owners.name = ? order by id',
    )
    const lost = database.prepare(
      `select owners.name as owner, shelf, id from rows join owners on owners.number = rows.owner where rows.sum = ${LOST}`,
    )
    return {
      report,
      owners: owners.map(({ name }) => String(name)),
      openStore: owner => readOnly(openSqliteStore(deps, owner)),
      openScratch: owner => openSqliteStore(deps, owner),
      lostRows: () =>
        lost.all().map(({ owner, shelf, id }) => ({ owner: String(owner), shelf: String(shelf), id: String(id) })),
      blobIds: owner => blobs.all(owner).map(({ id }) => String(id)),
      async close() {
        if (open) close()
      },
    }
  } catch (error) {
    close()
    throw error
  } finally {
    pages.close()
  }
}

function readOnly(store: Store): Store {
  const refuse = async () => {
    throw new StoreError('refused', 'salvaged data can be read and exported, not written')
  }
  return {
    ...store,
    write: refuse,
    blobs: { ...store.blobs, put: refuse, receive: refuse, sweep: refuse, deleteReleased: refuse },
  }
}

/** A read-only folder has no lock to take, and no other process can change the file. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EROFS' || error.code === 'EACCES')) return false
    throw error
  }
}
