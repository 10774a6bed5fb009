import { expect, it } from 'vitest'
import { createWritePace, WRITE_PAUSE_MS, WRITES_PER_SECOND } from './write-pace.ts'

it('lets a stream that was quiet write at once, and one that was not after its pause', () => {
  const pace = createWritePace()
  expect([pace.waitMs(1000, Number.NEGATIVE_INFINITY), pace.waitMs(1010, 1000), pace.waitMs(2000, 1000)]).toEqual([
    0,
    WRITE_PAUSE_MS - 10,
    0,
  ])
})

it('gives many streams their turns one after another, each as often as the others', () => {
  const pace = createWritePace()
  const streams = 1000
  const wroteAt = Array.from({ length: streams }, () => 0)
  for (let round = 0; round < 5; round += 1) {
    for (const [stream, last] of wroteAt.entries()) wroteAt[stream] = last + pace.waitMs(last, last)
  }
  const spans = wroteAt.map(last => last / 5)
  const fair = (streams * 1000) / WRITES_PER_SECOND
  expect(Math.max(...spans)).toBeLessThanOrEqual(fair * 1.01)
  expect(Math.min(...spans)).toBeGreaterThan(fair * 0.75)
})

it('keeps no turns for a time in which nothing was written', () => {
  const pace = createWritePace()
  for (let write = 0; write < WRITES_PER_SECOND; write += 1) pace.waitMs(0, Number.NEGATIVE_INFINITY)
  expect(pace.waitMs(500, 0)).toBe(500)
  expect(pace.waitMs(5000, 0)).toBe(0)
})
