import type { Sealer } from '@stet/desk'
import { createSealer } from '@stet/home'
import type { Database, Journal } from '@stet/store'
import { openSqliteDatabase, openSqliteJournal } from '@stet/store/sqlite'
import { openKeyFile } from './key-file.ts'
import type { Log } from './log.ts'

/** What a home saves, on this machine's disk. */
export interface DataFolder {
  readonly database: Database
  readonly journal: Journal
  readonly sealer: Sealer
  /** After the home: what it wrote last must still be saved. */
  close(): Promise<void>
}

/** Throws `StoreError` when the folder cannot be used. */
export async function openDataFolder(folder: string, log: Log): Promise<DataFolder> {
  const database = await openSqliteDatabase({ folder, search: [] })
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
