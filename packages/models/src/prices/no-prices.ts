import type { Prices } from '../price-list.ts'

/** Of a model whose prices nobody knows. */
export const unknownPrices: Prices = {
  input: null,
  output: null,
  cacheRead: null,
  cacheWrite: null,
  cacheWriteLong: null,
  webSearch: null,
  imageInput: null,
  imageOutput: null,
}

/** Of a model that costs nothing. */
export const noPrices: Prices = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteLong: 0,
  webSearch: 0,
  imageInput: 0,
  imageOutput: 0,
}
