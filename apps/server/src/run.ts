import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { closeOnCrash } from './close-on-crash.ts'
import { closeOnSignals } from './close-on-signals.ts'
import { explainStartFailure } from './explain-start-failure.ts'
import type { Log } from './log.ts'
import { createLog } from './log.ts'
import { openBrowser } from './open-browser.ts'
import { findPortHolder } from './port-holder.ts'
import type { Settings } from './settings.ts'
import { readSettings } from './settings.ts'
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
    const reason = await explainStartFailure(error, port => findPortHolder(port, process.platform))
    if (reason === null) throw error
    process.stderr.write(`Stet cannot start: ${reason}\n`)
    process.exitCode = 1
  }
}

async function start(settings: Settings, log: Log): Promise<void> {
  const server = await startServer(settings, log)
  closeOnSignals(server, log, process, () => performance.now())
  closeOnCrash(server, log)
  process.stdout.write(`Stet is at ${server.address}\nIts data is in ${resolve(settings.dataFolder)}\n`)
  if (settings.openBrowser) openBrowser(server.address, process.platform, log)
}
