import type { ModelOverride, PriceList } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { readOverrideForm, toOverrideForm } from './override-form.ts'

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
    expect(readOverrideForm(toOverrideForm(null), { prices: known })).toEqual({ kind: 'valid', override: null })
  })

  it('[P1] goes into the fields and comes out the same', () => {
    const override: ModelOverride = {
      contextWindow: 8192,
      outputLimit: 1024,
      takes: { images: true, tools: false },
      reasoning: 'effort',
      prices: { ...known.prices, input: 2.5 },
    }
    expect(readOverrideForm(toOverrideForm(override), { prices: known })).toEqual({ kind: 'valid', override })
  })

  it('[U3] keeps the prices that are known where only one is set', () => {
    const form = toOverrideForm(null)
    const prices = { ...form.prices, input: '1.5' }
    expect(readOverrideForm({ ...form, prices }, { prices: known })).toEqual({
      kind: 'valid',
      override: { prices: { ...known.prices, input: 1.5 } },
    })
  })

  it('[P1] is refused by the name of the field where it is no number', () => {
    const form = toOverrideForm(null)
    const wrong = { ...form, contextWindow: '8k', outputLimit: '0', prices: { ...form.prices, output: '-1' } }
    expect(readOverrideForm(wrong, { prices: null })).toEqual({
      kind: 'invalid',
      errors: new Map([
        ['contextWindow', 'A whole number of tokens, from 1.'],
        ['outputLimit', 'A whole number of tokens, from 1.'],
        ['prices.output', 'A price in US dollars, from 0.'],
      ]),
    })
  })
})
