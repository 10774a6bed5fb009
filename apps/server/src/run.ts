import { homedir } from 'node:os'
import { StoreError } from '@stet/store'
import { closeOnCrash } from './close-on-crash.ts'
import { closeOnSignals } from './close-on-signals.ts'
import { ListenError } from './listen.ts'
import type { Log } from './log.ts'
import { createLog } from './log.ts'
import { openBrowser } from './open-browser.ts'
import { findPortHolder } from './port-holder.ts'
import type { Settings } from './settings.ts'
import { readSettings, SettingsError } from './settings.ts'
import { startServer } from './start-server.ts'

/** Stet as a program: from its environment to an address in the terminal. */
export async function run(): Promise<void> {
  const log = createLog(
    line => process.stderr.write(line),
    () => new Date(),
  )
  try {
    await start(readSettings({ env: process.env, platform: process.platform, home: homedir() }), log)
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof ListenError || error instanceof StoreError)) throw error
    process.stderr.write(`Stet cannot start: ${await explain(error)}\n`)
    process.exitCode = 1
  }
}

async function start(settings: Settings, log: Log): Promise<void> {
  const server = await startServer(settings, log)
  closeOnSignals(server, log, process, () => performance.now())
  closeOnCrash(server, log)
  process.stdout.write(`Stet is at ${server.address}\nIts data is in ${settings.dataFolder}\n`)
  if (settings.openBrowser) openBrowser(server.address, process.platform, log)
}

async function explain(error: SettingsError | ListenError | StoreError): Promise<string> {
  if (!(error instanceof ListenError) || !error.taken) return error.message
  const holder = await findPortHolder(error.port, process.platform)
  const by = holder === null ? 'another program' : `${holder.name} (process ${holder.pid})`
  return `${error.message} by ${by}. End that, or choose another port with STET_PORT.`
}
