import { type Cost, isNormalised, type Json, type Usage } from '@stet/history'
import type { PriceList } from '../price-list.ts'
import { readFigures } from './read-figures.ts'

export interface Spent {
  readonly usage: Usage | null
  /** As the provider reported it: it has what `Usage` has not, such as how long cache writes live. */
  readonly rawUsage: Json | null
  /** Who wrote the raw usage. */
  readonly protocol: string
  readonly prices: PriceList | null
}

/** What a request cost. Unreliable when the usage, the tier's price or a price for anything used is not known (U3, U5): then it is what is known to be owed. */
export function costOf({ usage, rawUsage, protocol, prices: list }: Spent): Cost {
  // A local server often reports no usage, and costs nothing anyway.
  if (list?.from === 'local') return { usd: 0, reliable: true }
  const figures = readFigures(protocol, rawUsage)
  // The provider's own sum counts what our prices cannot know: discounts, fees, the tier (U3).
  if (figures.reportedUsd !== null) return { usd: figures.reportedUsd, reliable: true }
  return costByPrices({ usage, rawUsage, protocol, prices: list })
}

/** The provider's own sum beside what our prices make of the same usage, in dollars. */
export interface ComparedCosts {
  readonly reported: number
  readonly byPrices: number
}

/** Null where the provider reported no sum of its own, or a price is missing. */
export function compareCosts(spent: Spent): ComparedCosts | null {
  const { reportedUsd } = readFigures(spent.protocol, spent.rawUsage)
  if (reportedUsd === null || spent.prices === null || spent.prices.from === 'local') return null
  const { usd, reliable } = costByPrices(spent)
  return reliable ? { reported: reportedUsd, byPrices: usd } : null
}

/** Whether the two differ by more than 1%: a discount, a fee, or a price list that is out of date. */
export function isDiffering({ reported, byPrices }: ComparedCosts): boolean {
  return Math.abs(reported - byPrices) > Math.max(reported, byPrices) / 100
}

/** Whether nothing that is asked of a model costs anything: it runs at home, or every price is zero. */
export function isFree(list: PriceList | null): boolean {
  if (list === null) return false
  if (list.from === 'local') return true
  return [list.prices, ...list.tiers.map(({ prices }) => prices)].every(
    ({ input, output, ...others }) =>
      input === 0 && output === 0 && Object.values(others).every(price => price === null || price === 0),
  )
}

/** At the price list alone, whatever the provider reported. */
export function costByPrices({ usage, rawUsage, protocol, prices: list }: Spent): Cost {
  const figures = readFigures(protocol, rawUsage)
  if (list === null || usage === null || !isNormalised(usage)) return { usd: 0, reliable: false }
  const sent = usage.input + usage.cacheRead + usage.cacheWrite
  const prices = list.tiers.findLast(({ above }) => sent > above)?.prices ?? list.prices
  const longWrites = Math.min(figures.longWrites, usage.cacheWrite)
  const imagesIn = prices.imageInput === null ? 0 : Math.min(figures.imagesIn, usage.input)
  const audioIn = Math.min(figures.audioIn, usage.input - imagesIn)
  const imagesOut = prices.imageOutput === null ? 0 : Math.min(figures.imagesOut, usage.output - usage.reasoning)
  const charges: readonly (readonly [count: number, price: number | null])[] = [
    [(usage.input - imagesIn - audioIn) / 1e6, prices.input],
    // Without a rate of its own, sound has no known price: it costs several times what text does.
    [audioIn / 1e6, prices.audioInput ?? null],
    [usage.cacheRead / 1e6, prices.cacheRead],
    [(usage.cacheWrite - longWrites) / 1e6, prices.cacheWrite],
    [longWrites / 1e6, prices.cacheWriteLong],
    // Reasoning is part of the output.
    [(usage.output - imagesOut) / 1e6, prices.output],
    [(imagesIn + figures.apart.imagesIn) / 1e6, prices.imageInput],
    [(imagesOut + figures.apart.imagesOut) / 1e6, prices.imageOutput],
    [usage.webSearches, prices.webSearch],
    [1, prices.request ?? 0],
  ]
  const used = charges.filter(([count]) => count > 0)
  return {
    usd: used.reduce((sum, [count, price]) => sum + count * (price ?? 0), 0),
    // No list has prices for tiers: what they cost is an estimate, never silently the standard price (U5).
    reliable: figures.readable && figures.tier === null && used.every(([, price]) => price !== null),
  }
}
