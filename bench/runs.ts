import { join } from 'node:path'
import type { Bench, Report } from './harness/row.ts'
import { startChild } from './harness/start-child.ts'
import { askHome } from './runs/ask-home.ts'
import { askPeer } from './runs/ask-peer.ts'
import { measureTurns } from './runs/measure-turns.ts'
import { PEERS } from './runs/peer-names.ts'
import { addChats, prepareHome } from './runs/prepare-home.ts'
import { type LoadFigures, type Measured, reportLoad } from './runs/report-load.ts'
import { type MeasuredServer, startHome, startPeer } from './runs/start-server.ts'
import { TOKENS } from './stream/upstream-facts.ts'

/** After this time, something hangs. */
const ROUND_LIMIT_MS = 180_000
const UPSTREAM = join(import.meta.dirname, 'stream/upstream.ts')

interface Load {
  readonly runs: number
  /** Between two tokens of one run. */
  readonly paceMs: number
  /** How many rounds are measured, and how many warm up; the median counts. */
  readonly rounds: number
  readonly warmUp: number
}

const loads: readonly Load[] = [
  { runs: 200, paceMs: 5, rounds: 5, warmUp: 3 },
  { runs: 1000, paceMs: 25, rounds: 3, warmUp: 1 },
]

/**
 * Many runs at once, each stored and published to a subscriber, by the real server; compared with servers that only relay an answer.
 * Then one run after another in a long chat.
 */
const bench: Bench = async report => {
  for (const load of loads) await measureLoad(load, report)
  await measureTurns(report)
}

export default bench

async function measureLoad({ runs, paceMs, rounds, warmUp }: Load, report: Report): Promise<void> {
  const upstream = await startChild(UPSTREAM, [String(paceMs)])
  const servers: Serving[] = []
  try {
    servers.push(await serveRuns(upstream.hello, runs))
    for (const name of PEERS) servers.push(await serveAnswers(name, upstream.hello, runs))
    const measured: Measured[][] = servers.map(() => [])
    for (let round = 0; round < warmUp + rounds; round += 1) {
      // In turns, so that a busy moment of the machine affects all of them.
      for (const [index, server] of servers.entries()) {
        const once = await server.measure()
        if (round >= warmUp) measured[index]?.push(once)
      }
    }
    const [ours = [], ...peers] = measured
    const figures: LoadFigures = { runs, paceMs, ours, peers: PEERS.map((name, at) => [name, peers[at] ?? []]) }
    reportLoad(figures, report)
  } finally {
    for (const { stop } of [...servers, upstream]) await stop()
  }
}

interface Serving {
  measure(): Promise<Measured>
  stop(): Promise<void>
}

async function serveRuns(upstream: string, runs: number): Promise<Serving> {
  const server = await startHome()
  await prepareHome(server.address, upstream)
  return measuring(server, async begin => askHome(server.address, await addChats(server.address, runs), begin))
}

async function serveAnswers(name: string, upstream: string, runs: number): Promise<Serving> {
  const server = await startPeer(name, upstream)
  return measuring(server, async begin => {
    await begin()
    return askPeer(server.address, runs)
  })
}

type Ask = (begin: () => Promise<void>) => ReturnType<typeof askPeer>

function measuring(server: MeasuredServer, ask: Ask): Serving {
  return {
    async measure() {
      let start = 0
      const answers = ask(async () => {
        await server.begin()
        start = performance.now()
      })
      const read = await withinLimit(answers)
      const spent = await server.spent()
      const tokens = read.length * TOKENS
      const firsts = read.map(({ firstTokenMs }) => firstTokenMs).toSorted((one, other) => one - other)
      return {
        cpuPerToken: spent.cpuMicroseconds / tokens,
        tokensPerSecond: (tokens * 1000) / (Math.max(...read.map(({ lastTokenAt }) => lastTokenAt)) - start),
        firstTokenMs: firsts[Math.floor(firsts.length / 2)] ?? Number.NaN,
        peakMegabytes: spent.peakMegabytes,
        loopDelayMs: spent.loopDelayMs,
      }
    },
    stop: () => server.stop(),
  }
}

async function withinLimit<Result>(work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`a round took over ${ROUND_LIMIT_MS} ms`)), ROUND_LIMIT_MS)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
