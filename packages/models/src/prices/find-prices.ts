import type { ModelOverride } from '@stet/history'
import type { Definition } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import type { PriceList, Prices } from '../price-list.ts'
import { findListed } from './find-listed.ts'
import { listedPrices } from './listed-prices.ts'
import { noPrices, unknownPrices } from './no-prices.ts'
import type { PriceData } from './price-data.ts'

export interface PriceSources {
  readonly definition: Pick<Definition, 'type' | 'baseUrl' | 'options'>
  readonly model: string
  readonly discovered: DiscoveredModel | null
  readonly override: ModelOverride | null
  readonly data: PriceData
  /** When the prices are to hold, in milliseconds since the epoch: some change with the date, some with the hour. */
  readonly at: number
}

/** The prices of a model: the user's, then zero for local models, then the provider's, then the data's; null when none are known. */
export function findPrices({ definition, model, discovered, override, data, at }: PriceSources): PriceList | null {
  if (override?.prices !== undefined) return flat({ ...unknownPrices, ...override.prices }, 'person')
  if (definition.options.local) return flat(noPrices, 'local')
  const found = findListed(data, definition, model)
  const listed: PriceList | null = found && {
    ...listedPrices(found.model, at),
    from: 'data',
    match: found.match,
    asOf: data.asOf,
  }
  const byProvider = figuresOf(discovered?.prices)
  if (byProvider.input === undefined && byProvider.output === undefined) return listed
  // The data adds what the provider does not list, but only where it means the same prices.
  if (listed === null || !agree(byProvider, listed.prices)) return flat({ ...unknownPrices, ...byProvider }, 'provider')
  const { request } = byProvider
  return {
    ...listed,
    prices: { ...listed.prices, ...byProvider },
    // What each request costs holds however long it is.
    tiers: listed.tiers.map(tier => ({
      ...tier,
      prices: { ...tier.prices, ...(request !== undefined && { request }) },
    })),
    from: 'provider',
  }
}

function flat(prices: Prices, from: 'person' | 'local' | 'provider'): PriceList {
  return { prices, tiers: [], from, match: 'exact', asOf: null }
}

type Figures = Partial<Record<keyof Prices, number>>

/** What of it can be a price: a list may name -1 for one that depends. */
function figuresOf(prices: NonNullable<DiscoveredModel['prices']> = {}): Figures {
  const isFigure = ([, price]: readonly [string, number | null]) => Number.isFinite(price) && Number(price) >= 0
  return Object.fromEntries(Object.entries(prices).filter(isFigure))
}

function agree(byProvider: Figures, listed: Prices): boolean {
  const pairs = [
    [byProvider.input, listed.input],
    [byProvider.output, listed.output],
    [byProvider.cacheRead, listed.cacheRead],
    [byProvider.cacheWrite, listed.cacheWrite],
  ] as const
  return pairs.every(([one, other]) => one === undefined || other === null || isSame(one, other))
}

/** A price by the token loses a digit when it is multiplied by a million. */
function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(one, other) * 1e-9
}
