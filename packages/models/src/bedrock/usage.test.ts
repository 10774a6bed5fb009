import { describe, expect, it } from 'vitest'
import { toUsage } from './usage.ts'

describe('toUsage', () => {
  it('[U1] takes input as what was not cached', () => {
    const raw = {
      inputTokens: 12,
      outputTokens: 2,
      totalTokens: 4330,
      cacheReadInputTokens: 4096,
      cacheWriteInputTokens: 220,
    }
    expect(toUsage(raw, 1)).toEqual({
      input: 12,
      cacheRead: 4096,
      cacheWrite: 220,
      output: 2,
      reasoning: 0,
      webSearches: 1,
    })
  })

  it.each([
    null,
    {},
    'none',
    { inputTokens: 12 },
    { inputTokens: 12, outputTokens: null },
    { inputTokens: -1, outputTokens: 2 },
    { inputTokens: 12, outputTokens: '2' },
    { inputTokens: 12, outputTokens: Number.NaN },
    { inputTokens: 12, outputTokens: 2, cacheReadInputTokens: -1 },
  ])('[FP-16] knows nothing of %o', raw => {
    expect(toUsage(raw, 0)).toBeNull()
  })
})
