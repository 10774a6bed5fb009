import type { Log } from './log.ts'
import type { RunningServer } from './start-server.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What is needed of Node's `process`. */
export interface SignalledProcess {
  on(signal: (typeof SIGNALS)[number], act: () => void): unknown
  exit(code: number): void
}

/** The first signal ends everything in order; a second does not wait for that. */
export function closeOnSignals(server: Pick<RunningServer, 'close'>, log: Log, process: SignalledProcess): void {
  let closing = false
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (closing) return process.exit(1)
      closing = true
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
