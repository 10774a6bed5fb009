import { expect, it } from 'vitest'
import { addUsage, isNormalised, noUsage, type Usage } from './usage.ts'

const some: Usage = { input: 1, cacheRead: 20, cacheWrite: 300, output: 4000, reasoning: 500, webSearches: 6 }

it('[U2] adds every figure', () => {
  const twice = { input: 2, cacheRead: 40, cacheWrite: 600, output: 8000, reasoning: 1000, webSearches: 12 }
  expect(addUsage(some, some)).toEqual(twice)
  expect(addUsage(some, noUsage)).toEqual(some)
})

it('[FP-16] takes only counts, with reasoning inside output, for usage', () => {
  expect([some, noUsage].map(isNormalised)).toEqual([true, true])
  const spoilt: readonly Usage[] = [
    { ...some, input: Number.NaN },
    { ...some, cacheRead: -1 },
    { ...some, cacheWrite: Number.POSITIVE_INFINITY },
    { ...some, output: 4000.5 },
    { ...some, reasoning: 4001 },
    { ...some, webSearches: 2 ** 53 },
  ]
  expect(spoilt.map(isNormalised)).toEqual(spoilt.map(() => false))
})
