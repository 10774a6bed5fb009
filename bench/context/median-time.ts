const ROUNDS = 11
const WARM_UP_MS = 300
// The processor's own account moves in steps of some milliseconds: what is measured at once must be well above that.
const BATCH_MS = 60

/**
 * What each of several things takes of the processor, in milliseconds: the middle of several rounds. Not by the clock, which on a
 * busy machine counts what others do; in turns, so that what slows the machine itself falls on all of them.
 */
export async function medianTimes<Name extends string>(
  tasks: Readonly<Record<Name, () => unknown>>,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(tasks) as Name[]
  const batches = new Map<Name, number>()
  for (const name of names) batches.set(name, await batchFor(tasks[name]))
  const times = new Map<Name, number[]>(names.map(name => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const batch = batches.get(name) ?? 1
      const time = await processorTime(async () => {
        for (let run = 0; run < batch; run += 1) await tasks[name]()
      })
      times.get(name)?.push(time / batch)
    }
  }
  const found: Partial<Record<Name, number>> = {}
  for (const name of names) found[name] = median(times.get(name) ?? [])
  return found as Record<Name, number>
}

/** Warms a task up, and says how many times it runs to be measured. */
async function batchFor(task: () => unknown): Promise<number> {
  const end = performance.now() + WARM_UP_MS
  let fastest = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 || performance.now() < end; run += 1) {
    const start = performance.now()
    await task()
    fastest = Math.min(fastest, performance.now() - start)
  }
  return Math.max(1, Math.ceil(BATCH_MS / fastest))
}

/** Milliseconds that a task takes of the processor, in all threads: what collects its garbage works beside the one that makes it. */
async function processorTime(task: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await task()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
