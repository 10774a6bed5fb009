import type { PriceList, Prices, Usage } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { spentKinds, tierOf, whyUnreliable } from './spent-words.ts'

const prices: Prices = {
  input: 3,
  output: 15,
  cacheRead: 0.3,
  cacheWrite: null,
  cacheWriteLong: null,
  webSearch: 0.01,
  imageInput: null,
  imageOutput: null,
}
const list: PriceList = { prices, tiers: [], from: 'data', match: 'exact', asOf: null }
const usage: Usage = { input: 1000, cacheRead: 500, cacheWrite: 0, output: 20, reasoning: 0, webSearches: 2 }

describe('what a request used', () => {
  it('[U3] [X1] is listed with its price', () => {
    expect(spentKinds({ usage, prices: list })).toEqual([
      { label: 'Input', count: 1000, price: '$3 / million', isUnpriced: false },
      { label: 'Cache read', count: 500, price: '$0.30 / million', isUnpriced: false },
      { label: 'Output', count: 20, price: '$15 / million', isUnpriced: false },
      { label: 'Web searches', count: 2, price: '$0.01 each', isUnpriced: false },
    ])
  })

  it('[U3] is priced by the tier that all of its input reaches', () => {
    const tier = { above: 1400, prices: { ...prices, input: 6 } }
    const tiered = { ...list, tiers: [tier] }
    expect(tierOf(tiered, usage)).toBe(tier)
    expect(spentKinds({ usage, prices: tiered })[0]?.price).toBe('$6 / million')
    expect(tierOf(tiered, { ...usage, cacheRead: 400 })).toBe(null)
  })

  it('[U3] says why its cost is unreliable', () => {
    expect(whyUnreliable({ usage: null, prices: list })).toBe('The provider sent no token counts.')
    expect(whyUnreliable({ usage, prices: null })).toBe('This model’s price is unknown.')
    expect(whyUnreliable({ usage: { ...usage, cacheWrite: 9 }, prices: list })).toBe('Unknown price: cache write.')
    expect(whyUnreliable({ usage, prices: list })).toBe('The provider’s figures do not add up.')
  })

  it('[U3] costs nothing at home, whatever it used', () => {
    const kinds = spentKinds({ usage, prices: { ...list, from: 'local' } })
    expect(kinds.map(({ price, isUnpriced }) => [price, isUnpriced])).toEqual([
      [null, false],
      [null, false],
      [null, false],
      [null, false],
    ])
  })
})
