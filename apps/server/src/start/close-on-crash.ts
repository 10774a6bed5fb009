import type { Log } from '../log.ts'
import type { RunningServer } from '../start-server.ts'

const PATIENCE_MS = 2_000

/** An error that nothing caught ends the process, visibly: continuing would mean serving from an unknown state. */
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
