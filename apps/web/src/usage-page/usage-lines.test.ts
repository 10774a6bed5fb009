import type { UsageSums } from '@stet/api/client'
import { expect, it } from 'vitest'
import { estimatedWords, linesToCsv, savedBy } from './usage-lines.ts'

const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 5, reasoning: 0, webSearches: 0 }

function sums(requests: number, estimated: number, reliable = estimated === 0): UsageSums {
  return { requests, estimated, usage, cost: { usd: 1, reliable }, cacheSaved: 0 }
}

it('[U3] [U4] an unreliable cost says how many of its requests are estimated', () => {
  expect(
    [sums(9, 0), sums(1, 1), sums(1200, 1), sums(1200, 1003), sums(4, 4), sums(4, 0, false)].map(estimatedWords),
  ).toEqual([
    '',
    'It is estimated',
    '1 of 1,200 requests is estimated',
    '1,003 of 1,200 requests are estimated',
    'All 4 requests are estimated',
    'Some figures could not be read',
  ])
})

it('[U4] the count of estimated requests is in the table for spreadsheets', () => {
  const [head, row] = linesToCsv('models', [{ key: 'a', name: 'Quill', sums: sums(3, 2) }])
    .trim()
    .split(/\r?\n/)
  expect([head?.split(',').at(-1), row?.split(',').at(-1)]).toEqual(['Estimated requests', '2'])
})

it('[U4] what was saved in one way only is not repeated below its sum', () => {
  expect([savedBy(0, 0), savedBy(0.027, 0), savedBy(0, -0.2), savedBy(0.027, 1.5)]).toEqual([
    'Caching and context rules save where they apply.',
    'by caching',
    'by context rules',
    '$0.027 by caching · $1.50 by context rules',
  ])
})
