import { describe, expect, it } from 'vitest'
import { formatCost, formatUsd, isFree } from './format-cost.ts'

describe('costs', () => {
  it('[V4] have three decimals, and what is less than they show is not shown as nothing', () => {
    expect([0, 0.0004, 0.0005, 0.0123, 0.9999, 12.3456].map(formatUsd)).toEqual([
      '$0',
      '<$0.001',
      '$0.001',
      '$0.012',
      '$1.000',
      '$12.346',
    ])
  })

  it('[FP-16] that are no number are unknown', () => {
    expect([Number.NaN, -1, Number.POSITIVE_INFINITY].map(formatUsd)).toEqual(['unknown', 'unknown', 'unknown'])
  })

  it('[U3] say when they cannot be relied on', () => {
    expect(formatCost({ usd: 0.5, reliable: true })).toBe('$0.500')
    expect(formatCost({ usd: 0.5, reliable: false })).toBe('$0.500 (unreliable)')
  })

  it('[V4] is free only where every price is known', () => {
    const costs = [
      { usd: 0, reliable: true },
      { usd: 0, reliable: false },
      { usd: 0.0001, reliable: true },
    ]
    expect(costs.map(isFree)).toEqual([true, false, false])
  })
})
