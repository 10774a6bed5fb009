import { randomBytes } from 'node:crypto'
import type { Desk, Providers } from '@stet/desk'
import { createDesk, createProviders } from '@stet/desk'
import type { Engine } from '@stet/engine'
import { createEngine } from '@stet/engine'
import { createDemoModel, createModels } from '@stet/models'
import type { Journal, Store } from '@stet/store'
import { openSqliteDatabase, openSqliteJournal } from '@stet/store/sqlite'
import { writeTodo } from '@stet/tools'
import { createGuardedFetch } from './create-guarded-fetch.ts'
import { createSealer } from './create-sealer.ts'
import { createUpstream } from './create-upstream.ts'
import { openKeyFile } from './key-file.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

/** The one person of this home. */
const OWNER = 'owner'

export interface Home {
  readonly engine: Engine
  readonly desk: Desk
  readonly providers: Providers
  /** After the engine: what it wrote last must still find its place. */
  closeStore(): Promise<void>
}

/** Everything behind the API, recovered and ready. Throws `StoreError` when the data folder cannot be used. */
export async function openHome({ dataFolder, demoPace }: Settings, log: Log): Promise<Home> {
  const database = await openSqliteDatabase({ folder: dataFolder, search: [] })
  const reported = database.integrity.then(found => {
    if (found.kind === 'damaged') log.error('the database is damaged', { folder: dataFolder, because: found.because })
  })
  let journal: Journal | null = null
  const closeStore = async () => {
    await journal?.close()
    await database.close()
    await reported
  }
  try {
    journal = await openSqliteJournal({
      folder: dataFolder,
      onError: error => log.error('the journal is in trouble', { error }),
    })
    const store = database.openStore(OWNER)
    const demo = createDemoModel({ pace: demoPace })
    const clock = () => Date.now()
    const files = { read: (blob: string) => readBlob(store, blob) }
    const providers: Providers = createProviders({
      store,
      clock,
      randomBytes,
      sealer: await createSealer(await openKeyFile(dataFolder)),
      upstream: createUpstream({
        demo,
        files,
        clock,
        fetch: createGuardedFetch(),
        prices: () => providers.prices,
      }),
      log,
    })
    const { connections, prices } = providers
    const models = createModels({ demo, connections, files, prices, clock })
    const boot = randomBytes(16).toString('hex')
    const engine = await createEngine({ store, journal, models, tools: [writeTodo], clock, randomBytes, boot, log })
    const desk = createDesk({
      store,
      events: engine,
      clock,
      randomBytes,
      running: engine.isRunning,
      models,
      fallback: demo.facts,
    })
    return { engine, desk, providers, closeStore }
  } catch (error) {
    await closeStore()
    throw error
  }
}

async function readBlob({ blobs }: Store, blob: string): Promise<Uint8Array> {
  const bytes = await blobs.get(blob)
  if (bytes === null) throw new Error(`the file ${blob} is named by a message and is not there`)
  return bytes
}
