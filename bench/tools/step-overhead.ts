import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calling, openToolChat, saying } from '@stet/engine/testing'
import { CALLS_SHELF, MESSAGES_SHELF, type Operation, openMemoryJournal, REQUESTS_SHELF, type Store } from '@stet/store'
import { openSqliteDatabase } from '@stet/store/sqlite'
import { echoTool } from '@stet/tools/testing'
import type { Report } from '../harness/row.ts'
import { median } from '../store/compare.ts'

/** Of one run, which may take 50. */
const STEPS = 40
const WARM_UP = 3

interface NotedWrite {
  readonly shelves: ReadonlySet<string>
  readonly startedAt: number
  readonly endedAt: number
}

/** What a step costs beside its tool: from the saved answer with its call to the saved result, against one commit of the same database. */
export async function measureStep(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-bench-step-'))
  const database = await openSqliteDatabase({ folder, search: [] })
  try {
    const store = database.openStore('owner')
    const writes: NotedWrite[] = []
    const noting: Store = {
      ...store,
      async write(operations: readonly Operation[]) {
        const startedAt = performance.now()
        const written = await store.write(operations)
        const shelves = new Set(operations.map(({ shelf }) => shelf))
        writes.push({ shelves, startedAt, endedAt: performance.now() })
        return written
      },
    }
    let requests = 0
    const { engine, ask, page } = await openToolChat({
      tools: [echoTool],
      home: { store: noting, journal: openMemoryJournal() },
      script() {
        requests += 1
        return requests % (STEPS + 1) === 0 ? saying('Done.') : calling([{ tool: 'echo', input: { text: 'hello' } }])
      },
    })
    // A server has taken steps before: what is measured is not how code warms up.
    for (let run = 0; run < WARM_UP; run += 1) await ask()
    writes.length = 0
    await ask()
    // Connects again and again until it leaves, which kept the benchmark from ending.
    page.leave()
    await engine.close()
    const ours = median(stepTimes(writes))
    // The row of a call that starts: one commit of one row.
    const commits = writes.filter(({ shelves }) => shelves.size === 2 && shelves.has(CALLS_SHELF))
    const peer = median(commits.map(({ startedAt, endedAt }) => endedAt - startedAt))
    report({
      name: 'tools: a step beside its tool',
      unit: 'ms',
      ours,
      peer,
      peerName: 'one SQLite commit',
      goal: '<= 3',
    })
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function stepTimes(writes: readonly NotedWrite[]): readonly number[] {
  const times: number[] = []
  let answeredAt: number | null = null
  for (const { shelves, endedAt } of writes) {
    if (!shelves.has(MESSAGES_SHELF)) continue
    // An answer is saved with the end of its request, results are not.
    if (shelves.has(REQUESTS_SHELF)) answeredAt = shelves.has(CALLS_SHELF) ? endedAt : null
    else if (answeredAt !== null) {
      times.push(endedAt - answeredAt)
      answeredAt = null
    }
  }
  if (times.length < STEPS - 1) throw new Error(`only ${times.length} steps were measured`)
  return times
}
