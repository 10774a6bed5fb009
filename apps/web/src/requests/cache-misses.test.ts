import type { Message, Usage } from '@stet/api/client'
import { expect, it } from 'vitest'
import { makeAnswer } from '../testing/make-answer.ts'
import { suspectedMisses } from './cache-misses.ts'

const noUsage: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, webSearches: 0 }

function answer(at: number, usage: Partial<Usage> | null): Message {
  return makeAnswer({
    id: `msg_${at}`,
    order: at,
    at,
    requestId: `req_${at}`,
    usage: usage && { ...noUsage, ...usage },
  })
}

it('[X1] an answer is suspected where the request before it was cached and little of that was read', () => {
  const path = [
    answer(1, { cacheWrite: 5000 }),
    answer(2, { cacheRead: 5000, cacheWrite: 200 }),
    answer(3, { cacheRead: 100, cacheWrite: 6000 }),
    answer(4, null),
    answer(5, { cacheRead: 6100 }),
  ]
  expect([...suspectedMisses(path)]).toEqual([['msg_3', { from: 'req_2', to: 'req_3' }]])
})

it('[X1] nothing is suspected where nothing was cached, or too little for a cache', () => {
  expect(suspectedMisses([answer(1, { input: 9000 }), answer(2, { input: 9500 })]).size).toBe(0)
  expect(suspectedMisses([answer(1, { cacheWrite: 500 }), answer(2, { input: 900 })]).size).toBe(0)
})
