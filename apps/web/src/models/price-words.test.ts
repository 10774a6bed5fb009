import type { PriceList, Prices } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { cachePrices, formatPrice, priceSource, shortPrices } from './price-words.ts'

const nothing: Prices = {
  input: null,
  output: null,
  cacheRead: null,
  cacheWrite: null,
  cacheWriteLong: null,
  webSearch: null,
  imageInput: null,
  imageOutput: null,
}

function listOf(change: Partial<PriceList>, prices: Partial<Prices> = {}): PriceList {
  return { prices: { ...nothing, ...prices }, tiers: [], from: 'data', match: 'exact', asOf: null, ...change }
}

describe('the words about prices', () => {
  it('[P1] are as short as a price can be read', () => {
    const prices = [3, 15, 0.25, 0.5, 0.0375, 0.005, 1.256, 0, null]
    expect(prices.map(formatPrice)).toEqual([
      '$3',
      '$15',
      '$0.25',
      '$0.50',
      '$0.0375',
      '$0.005',
      '$1.26',
      'free',
      'unknown',
    ])
  })

  it('[U3] say that a price is not known, or that there is nothing to pay', () => {
    expect(shortPrices(null)).toBe('price unknown')
    expect(shortPrices(listOf({}))).toBe('price unknown')
    expect(shortPrices(listOf({ from: 'local' }))).toBe('free')
    expect(shortPrices(listOf({}, { input: 3, output: 15 }))).toBe('$3 in · $15 out')
    expect(shortPrices(listOf({}, { input: 3 }))).toBe('$3 in · unknown out')
  })

  it('[P1] say what a cache costs, where that is known', () => {
    expect(cachePrices(null)).toBeNull()
    expect(cachePrices(listOf({}, { input: 3, output: 15 }))).toBeNull()
    expect(cachePrices(listOf({}, { cacheRead: 0.3 }))).toBe('cache $0.30')
    expect(cachePrices(listOf({}, { cacheRead: 0.3, cacheWrite: 3.75 }))).toBe('cache $0.30 / $3.75')
  })

  it('[U3] say where a price is from, as of when, and whether it can be relied on', () => {
    const asOf = Date.UTC(2026, 10, 3)
    expect(priceSource(null, 'en-GB')).toBe('No known price: costs are marked (unreliable).')
    expect(priceSource(listOf({ from: 'local' }), 'en-GB')).toBe('Runs on your own machine: free.')
    expect(priceSource(listOf({ from: 'person' }, { input: 1, output: 2 }), 'en-GB')).toBe('Prices set by you.')
    expect(priceSource(listOf({ from: 'provider' }, { input: 1 }), 'en-GB')).toBe(
      'Prices from the provider (unreliable).',
    )
    expect(priceSource(listOf({ match: 'prefix', asOf }, { input: 1, output: 2 }), 'en-GB')).toBe(
      'Prices from the price list as of 3 Nov 2026, matched by the start of the name.',
    )
  })
})
