import type { PriceList, Usage } from '@stet/api/client'
import { formatPrice } from '../models/price-words.ts'

/** One kind of usage, and what it is charged by. */
export interface SpentKind {
  readonly label: string
  readonly count: number
  /** As it was in force; null where nothing was used that has a price. */
  readonly price: string | null
  /** Whether it was used and has no price that is known. */
  readonly isUnpriced: boolean
}

export interface Priced {
  readonly usage: Usage
  readonly prices: PriceList | null
}

/** What a request used, kind by kind, with the prices of the tier that it reached (U3). */
export function spentKinds({ usage, prices: list }: Priced): readonly SpentKind[] {
  const prices = list === null ? null : (tierOf(list, usage)?.prices ?? list.prices)
  const atHome = list?.from === 'local'
  const kind = (label: string, count: number, price: number | null | undefined, unit: string): SpentKind => ({
    label,
    count,
    price: atHome || price == null ? null : price === 0 ? 'free' : `${formatPrice(price)} ${unit}`,
    isUnpriced: !atHome && count > 0 && price == null,
  })
  const tokens = '/ million'
  const kinds = [
    kind('Input', usage.input, prices?.input, tokens),
    kind('Cache read', usage.cacheRead, prices?.cacheRead, tokens),
    kind('Cache write', usage.cacheWrite, prices?.cacheWrite, tokens),
    kind('Output', usage.output, prices?.output, tokens),
  ]
  const searches = kind('Web searches', usage.webSearches, prices?.webSearch, 'each')
  const always = new Set(['Input', 'Output'])
  return [
    ...kinds.filter(({ label, count }) => count > 0 || always.has(label)),
    ...(searches.count > 0 ? [searches] : []),
  ]
}

/** The tier whose prices hold for all of a request; null where the usual ones do. */
export function tierOf(list: PriceList, usage: Usage): PriceList['tiers'][number] | null {
  const sent = usage.input + usage.cacheRead + usage.cacheWrite
  return list.tiers.findLast(({ above }) => sent > above) ?? null
}

interface Unsure {
  readonly usage: Usage | null
  readonly prices: PriceList | null
}

/** Why a cost cannot be relied on, in words that the user reads (U3). */
export function whyUnreliable({ usage, prices }: Unsure): string {
  if (usage === null) return 'The provider sent no token counts.'
  if (prices === null) return 'This model’s price is unknown.'
  const unpriced = spentKinds({ usage, prices }).filter(({ isUnpriced }) => isUnpriced)
  if (unpriced.length === 0) return 'The provider’s figures do not add up.'
  return `Unknown price: ${unpriced.map(({ label }) => label.toLowerCase()).join(', ')}.`
}
