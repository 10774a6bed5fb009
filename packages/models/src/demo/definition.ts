import type { ModelFacts } from '@stet/history'
import type { PriceList } from '../price-list.ts'
import { noPrices } from '../prices/no-prices.ts'

/** The demo needs no key and no network: it is a script inside this package. */
export const demoFacts: ModelFacts = {
  definition: 'demo',
  protocol: 'demo',
  model: 'demo',
  name: 'Demo',
  contextWindow: 32_000,
  outputLimit: 4_096,
  takes: { images: false, files: false, tools: true },
  reasoning: 'switch',
  caching: 'none',
}

/** It costs nothing, reliably. */
export const demoPrices: PriceList = {
  prices: noPrices,
  tiers: [],
  from: 'local',
  match: 'exact',
  asOf: null,
}
