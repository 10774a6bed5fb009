// Measures what this process spends between two questions. Loaded with --import into a server, ours or another's.
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Spent {
  /** Processor time of all threads, garbage collection included. */
  readonly cpuMicroseconds: number
  /** The most memory it ever used. */
  readonly peakMegabytes: number
  /** The 99th percentile of event-loop delays. */
  readonly loopDelayMs: number
  /** The longest time in which the event loop did nothing else. */
  readonly pauseMs: number
  /** The most processor time of this thread between two turns of the event loop: what other programs do does not change it. */
  readonly pauseCpuMs: number
}

export interface Question {
  readonly about: 'begin' | 'spent'
}

const RESOLUTION_MS = 1
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
let before = process.cpuUsage()
let turnBegan = process.threadCpuUsage()
let pauseCpu = 0
let watching: NodeJS.Timeout | undefined

function watchTurns(): void {
  const { user, system } = process.threadCpuUsage(turnBegan)
  pauseCpu = Math.max(pauseCpu, user + system)
  turnBegan = process.threadCpuUsage()
}

function begin(): void {
  before = process.cpuUsage()
  delay.reset()
  delay.enable()
  pauseCpu = 0
  turnBegan = process.threadCpuUsage()
  watching = setInterval(watchTurns, RESOLUTION_MS)
  process.send?.(null)
}

function answerSpent(): void {
  const { user, system } = process.cpuUsage(before)
  delay.disable()
  clearInterval(watching)
  const spent: Spent = {
    cpuMicroseconds: user + system,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
    loopDelayMs: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
    pauseMs: delay.max / 1e6,
    pauseCpuMs: pauseCpu / 1000,
  }
  process.send?.(spent)
}

process.on('message', ({ about }: Question) => {
  if (about === 'begin') begin()
  // A pause that has just ended is noticed in the turns that follow.
  else setTimeout(answerSpent, 10 * RESOLUTION_MS)
})
process.on('disconnect', () => process.exit())
