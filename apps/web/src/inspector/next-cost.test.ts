import type { PriceList, Report } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { makeReport } from '../testing/make-report.ts'
import { nextCost } from './next-cost.ts'

const prices = {
  input: 2,
  output: 10,
  cacheRead: 0.2,
  cacheWrite: null,
  cacheWriteLong: null,
  webSearch: null,
  imageInput: null,
  imageOutput: null,
}
const list: PriceList = { prices, tiers: [], from: 'provider', match: 'exact', asOf: null }

function report(total: number): Report {
  return makeReport({ total, budget: { maximum: 1_000_000, reserved: 0, budget: 1_000_000 } })
}

describe('what the next request costs to send', () => {
  it('[V4] is what its tokens cost, by the tier that they reach', () => {
    expect(nextCost(report(100_000), list)).toEqual({ usd: 0.2, reliable: true })
    const tiered = { ...list, tiers: [{ above: 50_000, prices: { ...prices, input: 4 } }] }
    expect(nextCost(report(100_000), tiered)).toEqual({ usd: 0.4, reliable: true })
  })

  it('[U3] is nothing at home, and not guessed without a price', () => {
    expect(nextCost(report(1000), { ...list, from: 'local' })).toEqual({ usd: 0, reliable: true })
    expect(nextCost(report(1000), null)).toBe(null)
    expect(nextCost(report(1000), { ...list, prices: { ...prices, input: null } })).toBe(null)
  })
})
