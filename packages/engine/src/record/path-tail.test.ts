import { isAside, isCheckpoint } from '@stet/history'
import { chatHistories } from '@stet/history/testing'
import { readNewestLeaf, readPath } from '@stet/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openMemoryHome, writeHistory } from '../testing/index.ts'
import { createPathTail } from './path-tail.ts'

it('[H4] is the end of the path, as much of it as was asked for, and all of it where that begins at the root', async () => {
  await fc.assert(
    fc.asyncProperty(chatHistories({ maxActs: 10 }), fc.integer({ min: 1, max: 12 }), async (history, asked) => {
      const { store } = openMemoryHome()
      await writeHistory(store, history)
      const { id, tip } = history.chat
      const leaf = await readNewestLeaf(store, id, tip)
      const whole = await readPath(store, id, leaf, { limit: Number.POSITIVE_INFINITY })
      const links = whole.filter(message => !isAside(message)).length
      const tail = createPathTail(store, id, leaf)
      const path = await tail.atLeast(asked)
      expect(path).toEqual(whole.slice(whole.length - path.length))
      expect(path.filter(message => !isAside(message)).length).toBe(Math.min(asked, links))
      if (asked >= links) expect(path).toEqual(whole)
      expect(await tail.atLeast(Number.POSITIVE_INFINITY)).toEqual(whole)
    }),
    { numRuns: 20 },
  )
}, 60_000)

it('[H6] stops at the first checkpoint when it may, and continues above it when it is asked again', async () => {
  let stopped = 0
  await fc.assert(
    fc.asyncProperty(chatHistories({ maxActs: 12 }), async history => {
      const { store } = openMemoryHome()
      await writeHistory(store, history)
      const { id, tip } = history.chat
      const leaf = await readNewestLeaf(store, id, tip)
      const tail = createPathTail(store, id, leaf)
      const whole = await readPath(store, id, leaf, { limit: Number.POSITIVE_INFINITY })
      const checkpoints = whole.filter(isCheckpoint).length
      for (let asked = 0; asked <= checkpoints; asked += 1) {
        const path = await tail.toCheckpoint(Number.POSITIVE_INFINITY)
        expect(path).toEqual(whole.slice(whole.length - path.length))
        if (path.length === whole.length) break
        expect(path.findIndex(isCheckpoint)).toBeGreaterThan(0)
        expect(path.findIndex(message => !isAside(message))).toBe(0)
        stopped += 1
      }
      expect(await tail.toCheckpoint(Number.POSITIVE_INFINITY)).toEqual(whole)
    }),
    { numRuns: 40 },
  )
  expect(stopped).toBeGreaterThan(0)
}, 60_000)
