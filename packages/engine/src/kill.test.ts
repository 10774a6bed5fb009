import { expect, it } from 'vitest'
import { runKills } from './testing/kill/run-kills.ts'

const KILLS = 60

it('[S7] [R5] [R6] [R7] [C10] [FS-1] killed with -9 at any instant of a run, of its tools and of a summary: nothing acknowledged is lost, no effect is doubled, the chat continues', async () => {
  const { broken, killed, inSummary, acknowledged, effects } = await runKills({ kills: KILLS, seed: 20_000 })
  expect([broken, killed]).toEqual([[], KILLS])
  expect(inSummary).toBeGreaterThan(0)
  expect(acknowledged).toBeGreaterThan(KILLS / 2)
  expect(effects).toBeGreaterThan(KILLS)
}, 1_800_000)
