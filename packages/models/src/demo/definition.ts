import type { ModelFacts } from '@stet/history'
import type { PriceList } from '../price-list.ts'

/** The demo needs no key and no network: it is a script inside this package. */
export const demoFacts: ModelFacts = {
  definition: 'demo',
  protocol: 'demo',
  model: 'demo',
  name: 'Demo',
  contextWindow: 32_000,
  outputLimit: 4_096,
  takes: { images: false, files: false, tools: false },
  reasoning: 'switch',
  caching: 'none',
}

/** It costs nothing, reliably. */
export const demoPrices: PriceList = {
  prices: {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    cacheWriteLong: 0,
    webSearch: 0,
    imageInput: 0,
    imageOutput: 0,
  },
  tiers: [],
  from: 'local',
  match: 'exact',
  asOf: null,
}
