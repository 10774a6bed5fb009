import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Report } from './harness/row.ts'
import { startChild } from './harness/start-child.ts'
import { type Actions, actionsOn } from './latency/actions.ts'
import { measureCatchingUp } from './latency/catching-up.ts'
import { fillChats, type HomePlan } from './latency/fill-chats.ts'
import { measureFirstByte } from './latency/first-byte.ts'
import { addChats, prepareHome } from './runs/prepare-home.ts'
import { type MeasuredServer, startHome } from './runs/start-server.ts'

const UPSTREAM = join(import.meta.dirname, 'latency/upstream.ts')

/** Nobody's stream may pause for longer than this, whatever someone else does. */
const PAUSE_GOAL = '<= 50'
const ANSWER_GOAL = '<= 300'

const homes: readonly HomePlan[] = [
  { name: 'a chat of 20,000 messages', chats: 1, messages: 20_000, words: 12 },
  { name: 'a home of 1,000,000 messages', chats: 50, messages: 20_000, words: 6 },
]

/**
 * What others notice while one user does something large: the longest pause of the server's event loop, and the size of the answer. Pauses
 * are also given in processor time, which another program on the machine does not change.
 */
const bench: Bench = async report => {
  const asked = process.env.STET_BENCH_HOMES
  for (const plan of homes.slice(0, asked === undefined ? homes.length : Number(asked))) await measureHome(plan, report)
  await measureFirstByte(UPSTREAM, report)
  await measureCatchingUp(UPSTREAM, report)
}

export default bench

async function measureHome(plan: HomePlan, report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-latency-'))
  const upstream = await startChild(UPSTREAM)
  try {
    const empty = await startHome(folder)
    await prepareHome(empty.address, upstream.hello)
    const chats = await addChats(empty.address, plan.chats)
    await empty.stop()
    const start = performance.now()
    const [filled] = await fillChats(folder, chats, plan)
    if (filled === undefined) throw new Error('no chat was filled')
    const seconds = (performance.now() - start) / 1000
    report({ name: `latency: ${plan.name}, set-up`, unit: 's', ours: seconds, peer: null, peerName: null, goal: null })
    const server = await startHome(folder)
    try {
      await measureActions(plan, server, actionsOn(server.address, filled), report)
    } finally {
      await server.stop()
    }
  } finally {
    await upstream.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureActions(plan: HomePlan, server: MeasuredServer, actions: Actions, report: Report): Promise<void> {
  const row = { peer: null, peerName: null }
  for (const [name, act] of actions) {
    await server.begin()
    const start = performance.now()
    const bytes = await act()
    const ms = performance.now() - start
    const { pauseMs, pauseCpuMs } = await server.spent()
    const figure = (what: string) => `latency: ${plan.name}, ${name}, ${what}`
    report({ name: figure('pause'), unit: 'ms', ours: pauseMs, ...row, goal: PAUSE_GOAL })
    report({ name: figure('pause, CPU'), unit: 'ms', ours: pauseCpuMs, ...row, goal: PAUSE_GOAL })
    report({ name: figure('answer'), unit: 'kB', ours: bytes / 1000, ...row, goal: ANSWER_GOAL })
    report({ name: figure('time'), unit: 'ms', ours: ms, ...row, goal: null })
  }
}
