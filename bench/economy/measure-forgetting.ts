import type { ContextSettings } from '@stet/history'
import { concatenate, type Transcript, type Transcripts } from '../context/load-transcripts.ts'
import { type Replay, replayCost, toReplay } from '../context/replay-cost.ts'
import type { Report } from '../harness/row.ts'
import { optimalCost, toCourse } from './offline-optimum.ts'

const AFTER = 1
const WRITE = 1.25

/** As the optimum reckons: nothing is cut, and nothing replaces what is forgotten. */
const plain = { markers: 'off', resultLimit: 10_000_000, stepResultLimit: 10_000_000 } as const

type Memory = ContextSettings['toolMemory']

const always: Memory = { mode: 'always' }
const byRule: Memory = { mode: 'forget', afterConclusions: AFTER }
const whenCheaper: Memory = { mode: 'when-cheaper', afterConclusions: AFTER }

/**
 * What "Forget when it saves money" costs beside keeping everything, forgetting by the rule, and the least that forgetting the oldest first
 * can cost when the whole chat is known before (X3).
 */
export function measureForgetting({ airline, coding }: Transcripts, report: Report): void {
  const joined = (size: number): readonly Transcript[] =>
    Array.from({ length: Math.floor(airline.length / size) }, (_, index) =>
      concatenate(airline.slice(index * size, (index + 1) * size)),
    )
  const subjects: readonly (readonly [string, readonly Transcript[]])[] = [
    ['airline', airline],
    ['airline ×10', joined(10)],
    ['airline ×40', joined(40)],
    ['coding', [coding]],
  ]
  for (const [name, chats] of subjects) {
    const replays = chats.map(toReplay)
    for (const read of [0.1, 0.025]) {
      const cost = (toolMemory: Memory) =>
        sum(replays, replay => replayCost(replay, { settings: { toolMemory, ...plain }, read }))
      const cheaper = cost(whenCheaper)
      const better = Math.min(cost(always), cost(byRule))
      const optimum = sum(replays, replay => optimalCost(toCourse(replay, AFTER), { read, write: WRITE }))
      const row = { unit: 'M tokens', ours: cheaper / 1e6 } as const
      const of = `economy: forget when cheaper, ${name}, reads at ${read}`
      report({
        name: `${of}, of the better rule`,
        ...row,
        peer: better / 1e6,
        peerName: 'keep or forget',
        goal: '<= 1',
      })
      report({ name: `${of}, of the optimum`, ...row, peer: optimum / 1e6, peerName: 'optimum', goal: '<= 1.03' })
      if (name !== 'airline') continue
      const atEnd = (replay: Replay) =>
        replayCost(replay, { settings: { cache: 'all-off', ...plain }, markAtEnd: true, read })
      const marked = sum(replays, atEnd) / 1e6
      report({ name: `${of}, of one mark at the end`, ...row, peer: marked, peerName: 'one mark', goal: '<= 1' })
    }
  }
}

function sum(replays: readonly Replay[], of: (replay: Replay) => number): number {
  return replays.reduce((total, replay) => total + of(replay), 0)
}
