import { runKills } from '@stet/engine/kill'
import type { Bench } from './harness/row.ts'

const KILLS = 300

/** Promise 3 at full length: a run that is killed anywhere loses nothing acknowledged, repeats no effect, and its chat continues. */
const bench: Bench = async report => {
  const { killed, acknowledged, effects, broken } = await runKills({ kills: KILLS, seed: 1_000_000 })
  if (broken.length > 0) throw new Error(broken.join('\n'))
  const alone = { peer: null, peerName: null }
  report({ name: 'kill -9 in a run: processes killed', unit: 'kills', ours: killed, ...alone, goal: `>= ${KILLS}` })
  report({
    name: 'kill -9 in a run: acknowledged messages and approvals, none lost',
    unit: 'acknowledged',
    ours: acknowledged,
    ...alone,
    goal: null,
  })
  report({
    name: 'kill -9 in a run: effects of tools, none doubled',
    unit: 'effects',
    ours: effects,
    ...alone,
    goal: null,
  })
}

export default bench
