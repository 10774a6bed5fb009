import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Journal } from '@stet/store'

export interface Load {
  /** Of one core. */
  readonly share: number
  readonly delayMs: number
}

const STREAMS = 1000
const TICK_MS = 50

/** A thousand answers, each growing by twenty tokens a second. */
export async function journalLoad(journal: Pick<Journal, 'append'> | null, durationMs: number): Promise<Load> {
  const token = '{"kind":"text-delta","text":" token"}'
  const names = Array.from({ length: STREAMS }, (_, at) => `run_${at}`)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const before = process.cpuUsage()
  const start = performance.now()
  delay.enable()
  while (performance.now() - start < durationMs) {
    const due = performance.now() + TICK_MS
    for (const name of names) journal?.append(name, token)
    await sleep(Math.max(0, due - performance.now()))
  }
  delay.disable()
  const elapsed = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  return { share: (user + system) / 1000 / elapsed, delayMs: delay.percentile(99) / 1e6 }
}
