import type { ReadOnly } from '@stet/api'
import type { Sealer } from '@stet/desk'
import { createSealer, OWNER } from '@stet/home'
import {
  chatSearchSource,
  type Database,
  type Journal,
  messageSearchSource,
  openMemoryJournal,
  StoreError,
} from '@stet/store'
import {
  dataFiles,
  exportRows,
  exportSalvage,
  openSalvage,
  openSqliteDatabase,
  openSqliteJournal,
  openSqliteScratch,
} from '@stet/store/sqlite'
import { openKeyFile } from './key-file.ts'
import type { Log } from './log.ts'

/** What a home saves, on this machine's disk. */
export interface DataFolder {
  readonly database: Database
  readonly journal: Journal
  readonly sealer: Sealer
  /** Why nothing may be changed now; null while everything may. */
  readonly readOnly: () => ReadOnly | null
  /** After the home: what it wrote last must still be saved. */
  close(): Promise<void>
}

export interface OpenOptions {
  /** A database up to this size is checked before it opens, a larger one in the background. */
  readonly checkFirstBytes?: number
}

const MOST_LOGGED = 100

/** Throws `StoreError` when the folder cannot be used. */
export async function openDataFolder(folder: string, log: Log, options: OpenOptions = {}): Promise<DataFolder> {
  let database: Awaited<ReturnType<typeof openSqliteDatabase>>
  try {
    database = await openSqliteDatabase({
      folder,
      search: [messageSearchSource, chatSearchSource],
      onError: error => log.error('the database has trouble with its log', { error }),
      ...options,
    })
  } catch (error) {
    if (!(error instanceof StoreError && error.kind === 'unreadable')) throw error
    return openDamaged(folder, error, log)
  }
  let damage: ReadOnly | null = null
  const checked = database.integrity.then(found => {
    if (found.kind !== 'damaged') return
    log.error('the database is damaged and read-only from now on', { folder, because: found.because })
    damage = {
      because: 'the database is damaged. What can be read is shown. Stop Stet and run "stet salvage".',
      rows: () => exportRows(OWNER, database.openStore(OWNER)),
    }
  })
  let journal: Journal | null = null
  const close = async () => {
    await journal?.close()
    await database.close()
    await checked
  }
  try {
    journal = await openSqliteJournal({
      folder,
      onError: error => log.error('the journal could not be written', { error }),
    })
    const sealer = await createSealer(await openKeyFile(folder))
    return { database, journal, sealer, readOnly: () => damage, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Whether a start failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StoreError) return error.kind === 'full'
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
}

/** Everything can be read; what a home writes at its start is lost when it is closed. */
export async function openOnFullDisk(folder: string, log: Log): Promise<DataFolder> {
  const database = await openSqliteScratch(folder)
  try {
    log.error('the disk is full, and the database is open read-only', { folder })
    return {
      database,
      journal: openMemoryJournal(),
      sealer: await createSealer(await openKeyFile(folder)),
      readOnly: () => ({ because: 'the disk is full. Free some space, then start Stet again.', rows: null }),
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** One flipped bit must not lock users out of everything else. A file without a single readable row is refused. */
async function openDamaged(folder: string, damage: StoreError, log: Log): Promise<DataFolder> {
  const salvaged = await openSalvage(dataFiles(folder).database, { onlyOwner: OWNER })
  try {
    const { report } = salvaged
    if (report.saved === 0) throw damage
    log.error('the database is damaged and open read-only', { folder, because: damage.message, ...report })
    for (const { shelf, id } of salvaged.lostRows().slice(0, MOST_LOGGED)) log.error('a row is lost', { shelf, id })
    return {
      database: { openStore: owner => salvaged.openScratch(owner), close: () => salvaged.close() },
      journal: openMemoryJournal(),
      sealer: await createSealer(await openKeyFile(folder)),
      readOnly: () => ({
        because: `the database is damaged. ${report.saved} rows can be read, ${report.unreadable} are lost. Stop Stet and run "stet salvage".`,
        rows: () => exportSalvage(salvaged),
      }),
      close: () => salvaged.close(),
    }
  } catch (error) {
    await salvaged.close()
    throw error
  }
}
