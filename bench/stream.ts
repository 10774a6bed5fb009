import { join } from 'node:path'
import type { Bench, Goal, Report } from './harness/row.ts'
import { type Child, startChild } from './harness/start-child.ts'
import type { Load, Measured } from './stream/measure-reader.ts'
import type { ReaderName } from './stream/readers.ts'

/** Rounds before the measured ones, so that warming up is not measured. */
const WARM_UP: readonly Load[] = [{ streams: 50 }, { streams: 50 }, { streams: 50 }, { streams: 50 }]
const UPSTREAM = join(import.meta.dirname, 'stream/upstream.ts')
const READING = join(import.meta.dirname, 'stream/measure-reader.ts')
const PEERS = ['bare', 'AI SDK streamText'] as const satisfies readonly ReaderName[]

type PeerName = (typeof PEERS)[number]

interface Measurement {
  readonly load: Load
  readonly rounds: number
  /** Processor time compared with each peer. Only where many answers are read at once: a single one costs next to nothing. */
  readonly goals: Readonly<Record<PeerName, Goal | null>>
  readonly firstTokenGoals: Readonly<Record<PeerName, Goal | null>>
}

const noGoals = { bare: null, 'AI SDK streamText': null }

const measurements: readonly Measurement[] = [
  { load: { streams: 1 }, rounds: 15, goals: noGoals, firstTokenGoals: { ...noGoals, 'AI SDK streamText': '<= 1' } },
  { load: { streams: 50 }, rounds: 7, goals: { bare: null, 'AI SDK streamText': '<= 0.5' }, firstTokenGoals: noGoals },
  {
    load: { streams: 200 },
    rounds: 7,
    goals: { bare: '<= 2', 'AI SDK streamText': '<= 0.8' },
    firstTokenGoals: noGoals,
  },
]

type Reading = Child<Load, Measured>

const bench: Bench = async report => {
  const upstream = await startChild(UPSTREAM)
  const readings: Reading[] = []
  try {
    for (const name of ['ours', ...PEERS]) readings.push(await startChild(READING, [name, upstream.hello]))
    for (const load of WARM_UP) for (const reading of readings) await reading.ask(load)
    for (const measurement of measurements) {
      const [ours, ...peers] = await measureInTurns(readings, measurement)
      for (const [index, peerName] of PEERS.entries()) {
        const peer = peers[index]
        if (ours === undefined || peer === undefined) throw new Error(`${peerName} was not measured`)
        reportAgainst(peerName, ours, peer, measurement, report)
      }
    }
  } finally {
    for (const child of [upstream, ...readings]) await child.stop()
  }
}

export default bench

function reportAgainst(
  peerName: PeerName,
  ours: Measured,
  peer: Measured,
  { load: { streams }, goals, firstTokenGoals }: Measurement,
  report: Report,
): void {
  const name = `stream: ${streams === 1 ? 'one answer' : `${streams} answers at once`}, against ${peerName}`
  report({
    name: `${name}, CPU per token`,
    unit: 'µs',
    ours: ours.microsecondsPerToken,
    peer: peer.microsecondsPerToken,
    peerName,
    goal: goals[peerName],
  })
  report({
    name: `${name}, time to first token`,
    unit: 'ms',
    ours: ours.firstTokenMs,
    peer: peer.firstTokenMs,
    peerName,
    goal: firstTokenGoals[peerName],
  })
}

/** The median of several rounds, taken in turns so that a busy moment of the machine affects all readers. The first round warms up. */
async function measureInTurns(
  readings: readonly Reading[],
  { load, rounds }: Measurement,
): Promise<readonly Measured[]> {
  const measured: Measured[][] = readings.map(() => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, reading] of readings.entries()) {
      const once = await reading.ask(load)
      if (round > 0) measured[index]?.push(once)
    }
  }
  return measured.map(each => ({
    microsecondsPerToken: median(each.map(one => one.microsecondsPerToken)),
    firstTokenMs: median(each.map(one => one.firstTokenMs)),
  }))
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
