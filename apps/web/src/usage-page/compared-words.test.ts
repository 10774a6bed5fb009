import { expect, it } from 'vitest'
import { comparedSum, differenceWords } from './compared-words.ts'

const costs = (reported: number, byPrices: number) => ({
  requests: 2,
  reported,
  byPrices,
  differs: Math.abs(reported - byPrices) > Math.max(reported, byPrices) / 100,
})

it('[U5] a difference above 1% is said with its sign, a smaller one is none', () => {
  const pairs = [costs(1, 1.005), costs(1.05, 1), costs(0.5, 1), costs(1, 0)]
  expect(pairs.map(differenceWords)).toEqual(['none', '+5.0%', '−50%', 'not listed'])
})

it('[U5] models that differ in opposite ways add up', () => {
  expect(comparedSum([costs(2, 1), costs(1, 2)])).toEqual({ requests: 4, reported: 3, byPrices: 3, differs: false })
})
