import { describe, expect, it } from 'vitest'
import { retryPlan, retryReason } from './retry-words.ts'

describe('the words about another attempt', () => {
  it('[FP-7] say why, when, and which attempt it is, counting down', () => {
    const retry = {
      failed: 1,
      at: 10_000,
      afterMs: 4000,
      because: { kind: 'overloaded' as const, status: 529, message: 'Overloaded' },
    }
    expect(retryReason(retry)).toBe('Overloaded (529).')
    expect(retryReason({ because: { kind: 'network', status: null, message: '' } })).toBe(
      'Could not reach the provider.',
    )
    const at = (now: number) => retryPlan(retry, now)
    expect([at(10_000), at(11_200), at(14_000), at(20_000)]).toEqual([
      'Retrying in 4 s (attempt 2).',
      'Retrying in 3 s (attempt 2).',
      'Retrying now (attempt 2).',
      'Retrying now (attempt 2).',
    ])
  })
})
