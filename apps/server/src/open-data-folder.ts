import type { ReadOnly } from '@stet/api'
import type { Sealer } from '@stet/desk'
import { createSealer } from '@stet/home'
import {
  chatSearchSource,
  type Database,
  type Journal,
  messageSearchSource,
  openMemoryJournal,
  StoreError,
} from '@stet/store'
import { dataFiles, exportSalvage, openSalvage, openSqliteDatabase, openSqliteJournal } from '@stet/store/sqlite'
import { openKeyFile } from './key-file.ts'
import type { Log } from './log.ts'

/** What a home saves, on this machine's disk. */
export interface DataFolder {
  readonly database: Database
  readonly journal: Journal
  readonly sealer: Sealer
  /** There when the database is damaged: the readable rows are open as a scratch copy, and nothing may be changed. */
  readonly readOnly?: ReadOnly
  /** After the home: what it wrote last must still be saved. */
  close(): Promise<void>
}

const MOST_LOGGED = 100

/** Throws `StoreError` when the folder cannot be used. */
export async function openDataFolder(folder: string, log: Log): Promise<DataFolder> {
  let database: Awaited<ReturnType<typeof openSqliteDatabase>>
  try {
    database = await openSqliteDatabase({ folder, search: [messageSearchSource, chatSearchSource] })
  } catch (error) {
    if (!(error instanceof StoreError && error.kind === 'unreadable')) throw error
    return openDamaged(folder, error, log)
  }
  const reported = database.integrity.then(found => {
    if (found.kind === 'damaged') log.error('the database is damaged', { folder, because: found.because })
  })
  let journal: Journal | null = null
  const close = async () => {
    await journal?.close()
    await database.close()
    await reported
  }
  try {
    journal = await openSqliteJournal({
      folder,
      onError: error => log.error('the journal could not be written', { error }),
    })
    return { database, journal, sealer: await createSealer(await openKeyFile(folder)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** One flipped bit must not lock users out of everything else. A file without a single readable row is refused. */
async function openDamaged(folder: string, damage: StoreError, log: Log): Promise<DataFolder> {
  const salvaged = await openSalvage(dataFiles(folder).database)
  try {
    const { report } = salvaged
    if (report.saved === 0) throw damage
    log.error('the database is damaged and open read-only', { folder, because: damage.message, ...report })
    for (const { shelf, id } of salvaged.lostRows().slice(0, MOST_LOGGED)) log.error('a row is lost', { shelf, id })
    return {
      database: { openStore: owner => salvaged.openScratch(owner), close: () => salvaged.close() },
      journal: openMemoryJournal(),
      sealer: await createSealer(await openKeyFile(folder)),
      readOnly: {
        because: `the database is damaged. ${report.saved} rows can be read, ${report.unreadable} are lost. Stop Stet and run "stet salvage".`,
        rows: () => exportSalvage(salvaged),
      },
      close: () => salvaged.close(),
    }
  } catch (error) {
    await salvaged.close()
    throw error
  }
}
