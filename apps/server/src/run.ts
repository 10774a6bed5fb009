import { homedir } from 'node:os'
import { basename, resolve } from 'node:path'
import { OWNER } from '@stet/home'
import { dataFiles, salvageCopy, setAside } from '@stet/store/sqlite'
import type { Log } from './log.ts'
import { createLog } from './log.ts'
import type { Settings } from './settings.ts'
import { readSettings } from './settings.ts'
import { closeOnCrash } from './start/close-on-crash.ts'
import { closeOnSignals } from './start/close-on-signals.ts'
import { explainStartFailure } from './start/explain-start-failure.ts'
import { logConsole } from './start/log-console.ts'
import { openBrowser } from './start/open-browser.ts'
import { parseCommand } from './start/parse-command.ts'
import { findPortHolder } from './start/port-holder.ts'
import { startServer } from './start-server.ts'

/** Stet as a program: from its environment to an address in the terminal. */
export async function run(args: readonly string[]): Promise<void> {
  const log = createLog(
    line => process.stderr.write(line),
    () => new Date(),
  )
  logConsole(console, log)
  try {
    const command = parseCommand(args)
    const settings = readSettings({ env: process.env, platform: process.platform, home: homedir() })
    if (command.name === 'salvage') await salvage(settings, command.target)
    else await start(settings, log, command.fresh)
  } catch (error) {
    const reason = await explainStartFailure(error, port => findPortHolder(port, process.platform))
    if (reason === null) throw error
    process.stderr.write(`Stet cannot start: ${reason}\n`)
    process.exitCode = 1
  }
}

async function start(settings: Settings, log: Log, fresh: boolean): Promise<void> {
  const aside = fresh ? await setAside(settings.dataFolder, new Date()) : null
  if (aside !== null) process.stdout.write(`The data that was here is now in ${resolve(aside)}\n`)
  const server = await startServer(settings, log)
  closeOnSignals(server, log, process, () => performance.now())
  closeOnCrash(server, log)
  process.stdout.write(`Stet is at ${server.address}\nIts data is in ${resolve(settings.dataFolder)}\n`)
  if (settings.openBrowser) openBrowser(server.address, process.platform, log)
}

/** Writes the readable rows of the database to a clean copy beside it. The damaged file is only read. */
async function salvage({ dataFolder }: Settings, target: string | null): Promise<void> {
  const { database, wal, open } = dataFiles(dataFolder)
  const copy = target ?? `${database}.salvaged`
  const { saved, unreadable, blobsSaved, blobsUnreadable } = await salvageCopy(database, copy, { onlyOwner: OWNER })
  process.stdout.write(
    [
      `Saved ${saved} rows and ${blobsSaved} blobs to ${resolve(copy)}`,
      `Lost: ${unreadable} rows and ${blobsUnreadable} blobs`,
      `To use the copy, move ${[database, wal, open].map(file => basename(file)).join(', ')} elsewhere and rename it to ${resolve(database)}`,
      '',
    ].join('\n'),
  )
}
