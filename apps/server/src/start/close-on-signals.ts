import type { Log } from '../log.ts'
import type { RunningServer } from '../start-server.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What is needed of Node's `process`. */
export interface SignalledProcess {
  on(signal: (typeof SIGNALS)[number], act: () => void): unknown
  exit(code: number): void
}

/**
 * A signal to a whole process group arrives twice: from the system, and passed on by the launcher, which the group holds too.
 * Taken for impatience, the copy would cut off what the first one has begun to save.
 */
const SAME_SIGNAL_MS = 500

/** The first signal ends everything in order; a second does not wait for that. `now` is in milliseconds. */
export function closeOnSignals(
  server: Pick<RunningServer, 'close'>,
  log: Log,
  process: SignalledProcess,
  now: () => number,
): void {
  let since: number | null = null
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (since !== null) {
        if (now() - since >= SAME_SIGNAL_MS) process.exit(1)
        return
      }
      since = now()
      server.close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error('could not end in order', { error })
          process.exit(1)
        },
      )
    })
  }
}
