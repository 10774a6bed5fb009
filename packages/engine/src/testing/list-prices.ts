import type { PriceList } from '@stet/models'

/** Prices of a million tokens; what is not named is not known. */
export function listPrices(input: number, output: number): PriceList {
  const unknown = { cacheRead: null, cacheWrite: null, cacheWriteLong: null, webSearch: null }
  return {
    prices: { input, output, ...unknown, imageInput: null, imageOutput: null },
    tiers: [],
    from: 'data',
    match: 'exact',
    asOf: null,
  }
}
