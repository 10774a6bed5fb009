// What this process spends between two questions. Loaded into a server, ours or another's, which knows nothing of it.
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Spent {
  /** Of the processor, in all threads: what collects the garbage works beside what makes it. */
  readonly cpuMicroseconds: number
  /** The most that it ever held. */
  readonly peakMegabytes: number
  /** What 99 of 100 turns of the event loop waited less than. */
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
