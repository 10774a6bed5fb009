// Measures what this process spends between two questions. Loaded with --import into a server, ours or another's.
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Spent {
  /** Processor time of all threads, garbage collection included. */
  readonly cpuMicroseconds: number
  /** The most memory it ever used. */
  readonly peakMegabytes: number
  /** The 99th percentile of event-loop delays. */
  readonly loopDelayMs: number
}

export interface Question {
  readonly about: 'begin' | 'spent'
}

const RESOLUTION_MS = 1
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
let before = process.cpuUsage()

process.on('message', ({ about }: Question) => {
  if (about === 'begin') {
    before = process.cpuUsage()
    delay.reset()
    delay.enable()
    process.send?.(null)
  } else {
    const { user, system } = process.cpuUsage(before)
    delay.disable()
    const spent: Spent = {
      cpuMicroseconds: user + system,
      peakMegabytes: process.resourceUsage().maxRSS / 1024,
      loopDelayMs: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
    }
    process.send?.(spent)
  }
})
process.on('disconnect', () => process.exit())
