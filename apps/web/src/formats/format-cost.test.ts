import { describe, expect, it } from 'vitest'
import { formatCost, formatSpent, formatUsd, isFree } from './format-cost.ts'

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

  it.each([
    [0, 0.04, '$0.00 of $0.04'],
    [0.033, 0.04, '$0.03 of $0.04'],
    [0.0495, 0.04, '$0.05 of $0.04'],
    [0.026, 0.03, '$0.026 of $0.030'],
    [19.996, 20, '$19.996 of $20.000'],
    [20, 20, '$20.00 of $20.00'],
    [0.004, 5, '<$0.01 of $5.00'],
    [0.02, 0.005, '$0.020 of $0.005'],
  ])('[U4] %d of a budget of %d are shown in cents, or as finely as they differ', (spent, budget, read) => {
    const words = formatSpent(spent, budget)
    expect(`${words.spent} of ${words.budget}`).toBe(read)
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
