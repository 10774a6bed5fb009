import { expect, it } from 'vitest'
import { runKills } from './run-kills.ts'

it('[FS-1] keeps its promises through 200 kills at seeded instants', { timeout: 600_000 }, async () => {
  const { kills, acknowledged, streamed } = await runKills({ kills: 200, seed: 1, parallel: 2 })
  expect(kills).toBe(200)
  // Kills that hit nothing would prove nothing.
  expect(acknowledged).toBeGreaterThan(2000)
  expect(streamed).toBeGreaterThan(5000)
})
