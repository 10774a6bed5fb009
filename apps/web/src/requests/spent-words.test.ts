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
  it('[U3] [X1] stands beside the price it was charged by', () => {
    expect(spentKinds({ usage, prices: list })).toEqual([
      { label: 'Read', count: 1000, price: '$3 a million', isUnpriced: false },
      { label: 'Read from the cache', count: 500, price: '$0.30 a million', isUnpriced: false },
      { label: 'Written', count: 20, price: '$15 a million', isUnpriced: false },
      { label: 'Web searches', count: 2, price: '$0.01 each', isUnpriced: false },
    ])
  })

  it('[U3] is priced by the tier that all of its input reaches', () => {
    const tier = { above: 1400, prices: { ...prices, input: 6 } }
    const tiered = { ...list, tiers: [tier] }
    expect(tierOf(tiered, usage)).toBe(tier)
    expect(spentKinds({ usage, prices: tiered })[0]?.price).toBe('$6 a million')
    expect(tierOf(tiered, { ...usage, cacheRead: 400 })).toBe(null)
  })

  it('[U3] says why its cost cannot be relied on', () => {
    expect(whyUnreliable({ usage: null, prices: list })).toBe('The provider did not tell what it used.')
    expect(whyUnreliable({ usage, prices: null })).toBe('No price is known for this model.')
    expect(whyUnreliable({ usage: { ...usage, cacheWrite: 9 }, prices: list })).toBe(
      'No price is known for: written to the cache.',
    )
    expect(whyUnreliable({ usage, prices: list })).toBe('The provider’s own figures do not add up to a price.')
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
