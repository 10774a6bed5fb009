import type { Log } from './log.ts'
import type { RunningServer } from './start-server.ts'

const PATIENCE_MS = 2_000

/** What nobody caught ends the process, visibly. To go on would be to serve from a state that nobody knows. */
export function closeOnCrash(server: RunningServer, log: Log): void {
  process.once('uncaughtException', (error, origin) => {
    log.error('Stet crashed', { origin, error })
    setTimeout(() => process.exit(1), PATIENCE_MS)
    server.closeStore().then(
      () => process.exit(1),
      (failure: unknown) => {
        log.error('the store could not be closed', { error: failure })
        process.exit(1)
      },
    )
  })
}
