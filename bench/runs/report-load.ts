import type { Goal, Report } from '../harness/row.ts'
import type { PeerName } from './peer-names.ts'

/** What one round of answers took. */
export interface Measured {
  readonly cpuPerToken: number
  readonly tokensPerSecond: number
  /** The median of all answers. */
  readonly firstTokenMs: number
  readonly peakMegabytes: number
  readonly loopDelayMs: number
}

export interface LoadFigures {
  readonly runs: number
  readonly paceMs: number
  readonly ours: readonly Measured[]
  readonly peers: readonly (readonly [PeerName, readonly Measured[]])[]
}

type Goals = Partial<Record<keyof Measured, Goal>>

/** The bare server is the least that parses and emits. The AI SDK does as much with an answer as we do, and stores nothing. */
const goals: Record<PeerName, (runs: number) => Goals> = {
  bare: runs => (runs === 200 ? { cpuPerToken: '<= 3', firstTokenMs: '<= 2' } : {}),
  'AI SDK UI message stream': runs =>
    runs === 200
      ? { cpuPerToken: '<= 1', firstTokenMs: '<= 0.7' }
      : { cpuPerToken: '<= 1', firstTokenMs: '<= 0.8', peakMegabytes: '<= 0.8' },
}

const figures: readonly { readonly of: keyof Measured; readonly name: string; readonly unit: string }[] = [
  { of: 'cpuPerToken', name: 'CPU per token', unit: 'µs' },
  { of: 'tokensPerSecond', name: 'tokens per second', unit: 'tokens/s' },
  { of: 'firstTokenMs', name: 'time to first token', unit: 'ms' },
  { of: 'peakMegabytes', name: 'memory', unit: 'MB' },
  { of: 'loopDelayMs', name: 'event-loop delay, 99 of 100', unit: 'ms' },
]

export function reportLoad({ runs, paceMs, ours, peers }: LoadFigures, report: Report): void {
  for (const [peerName, measured] of peers) {
    for (const { of, name, unit } of figures) {
      report({
        name: `runs: ${runs.toLocaleString('en')} at ${paceMs} ms, against ${peerName}, ${name}`,
        unit,
        ours: median(ours.map(one => one[of])),
        peer: median(measured.map(one => one[of])),
        peerName,
        goal: goals[peerName](runs)[of] ?? null,
      })
    }
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
