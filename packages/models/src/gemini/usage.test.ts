import { describe, expect, it } from 'vitest'
import { toUsage } from './usage.ts'

describe('toUsage', () => {
  it('[U1] counts nothing twice: cached tokens are not input, thoughts are output', () => {
    const raw = {
      promptTokenCount: 100,
      cachedContentTokenCount: 60,
      toolUsePromptTokenCount: 7,
      candidatesTokenCount: 20,
      thoughtsTokenCount: 30,
      totalTokenCount: 157,
    }
    expect(toUsage(raw, 2)).toEqual({
      input: 47,
      cacheRead: 60,
      cacheWrite: 0,
      output: 50,
      reasoning: 30,
      webSearches: 2,
    })
  })

  it('[U1] reads figures that are left out as zero', () => {
    expect(toUsage({ promptTokenCount: 9, totalTokenCount: 9 }, 0)).toEqual({
      input: 9,
      cacheRead: 0,
      cacheWrite: 0,
      output: 0,
      reasoning: 0,
      webSearches: 0,
    })
  })

  it.each([
    null,
    {},
    'none',
    { promptTokenCount: null },
    { promptTokenCount: -1 },
    { promptTokenCount: '9' },
    { promptTokenCount: 9, candidatesTokenCount: Number.NaN },
    { promptTokenCount: 9, toolUsePromptTokenCount: -3 },
    { promptTokenCount: 9, cachedContentTokenCount: 10 },
  ])('[FP-16] knows nothing of %o', raw => {
    expect(toUsage(raw, 0)).toBeNull()
  })
})
