import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { takeTurns } from './take-turns.ts'

function keepBusy(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

it('[FE-1] long work lets others have the event loop, short work keeps it', async () => {
  await nextTurn()
  let turns = 0
  let isOver = false
  const counting = (async () => {
    for (; !isOver; turns += 1) await nextTurn()
  })()
  for (let step = 0; step < 5; step += 1) await takeTurns()
  const ofShort = turns
  for (let step = 0; step < 10; step += 1) {
    keepBusy(5)
    await takeTurns()
  }
  isOver = true
  expect(ofShort).toBe(0)
  expect(turns).toBeGreaterThan(1)
  await counting
})
