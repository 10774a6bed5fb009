import { runKills } from '@stet/store/kill'
import type { Bench } from './harness/row.ts'

/** FS-1 at full length. A broken promise throws, and names the seed that repeats it. */
const bench: Bench = async report => {
  const { kills, acknowledged, worstLostMs } = await runKills({ kills: 1000, seed: 1_000_000, parallel: 2 })
  const alone = { peer: null, peerName: null }
  report({ name: 'kill -9: processes killed', unit: 'kills', ours: kills, ...alone, goal: '>= 1000' })
  report({
    name: 'kill -9: acknowledged messages, none lost',
    unit: 'messages',
    ours: acknowledged,
    ...alone,
    goal: null,
  })
  report({ name: 'kill -9: most streamed text lost', unit: 'ms', ours: worstLostMs, ...alone, goal: '<= 300' })
}

export default bench
