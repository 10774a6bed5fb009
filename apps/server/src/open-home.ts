import { randomBytes } from 'node:crypto'
import type { Desk } from '@stet/desk'
import { createDesk } from '@stet/desk'
import type { Engine } from '@stet/engine'
import { createEngine, defaultAnswerSettings, defaultContextSettings } from '@stet/engine'
import { createDemoModel, createModels } from '@stet/models'
import type { Journal } from '@stet/store'
import { openSqliteDatabase, openSqliteJournal } from '@stet/store/sqlite'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

/** The one person of this home. */
const OWNER = 'owner'

export interface Home {
  readonly engine: Engine
  readonly desk: Desk
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
    const engine = await createEngine({
      store,
      journal,
      models: createModels({ demo }),
      clock,
      randomBytes,
      boot: randomBytes(16).toString('hex'),
      log,
    })
    const { definition, model } = demo.facts
    const desk = createDesk({
      store,
      events: engine,
      clock,
      randomBytes,
      running: engine.isRunning,
      defaultSettings: {
        model: { definition, model },
        systemPrompt: '',
        context: defaultContextSettings(demo.facts),
        answer: defaultAnswerSettings,
        tools: [],
      },
    })
    return { engine, desk, closeStore }
  } catch (error) {
    await closeStore()
    throw error
  }
}
