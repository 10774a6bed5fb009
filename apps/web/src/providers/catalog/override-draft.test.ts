import type { ModelOverride, PriceList } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { readOverrideDraft, toOverrideDraft } from './override-draft.ts'

const known: PriceList = {
  prices: {
    input: 3,
    output: 15,
    cacheRead: 0.3,
    cacheWrite: null,
    cacheWriteLong: null,
    webSearch: null,
    imageInput: null,
    imageOutput: 30,
  },
  tiers: [],
  from: 'data',
  match: 'exact',
  asOf: null,
}

describe('what the user says of a model', () => {
  it('[P1] is nothing where every field is empty', () => {
    expect(readOverrideDraft(toOverrideDraft(null), { prices: known })).toEqual({ kind: 'valid', override: null })
  })

  it('[P1] goes into the fields and is read the same', () => {
    const override: ModelOverride = {
      contextWindow: 8192,
      outputLimit: 1024,
      takes: { images: true, tools: false },
      reasoning: 'effort',
      caching: 'none',
      prices: { ...known.prices, input: 2.5 },
    }
    expect(readOverrideDraft(toOverrideDraft(override), { prices: known })).toEqual({ kind: 'valid', override })
  })

  it('[U3] keeps the prices that are known where only one is set', () => {
    const draft = { ...toOverrideDraft(null), 'prices.input': '1.5' }
    expect(readOverrideDraft(draft, { prices: known })).toEqual({
      kind: 'valid',
      override: { prices: { ...known.prices, input: 1.5 } },
    })
  })

  it('[P1] is refused by the name of the field where it is no number', () => {
    const draft = { ...toOverrideDraft(null), contextWindow: '8k', outputLimit: '0', 'prices.output': '-1' }
    expect(readOverrideDraft(draft, { prices: null })).toEqual({
      kind: 'invalid',
      errors: new Map([
        ['contextWindow', 'Context window must be a whole number from 1 to 1,000,000,000.'],
        ['outputLimit', 'Longest answer must be a whole number from 1 to 1,000,000,000.'],
        ['prices.output', 'Output must be a number from 0 to 1,000,000.'],
      ]),
    })
  })
})
