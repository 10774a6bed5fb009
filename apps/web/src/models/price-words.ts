import type { PriceList } from '@stet/api/client'
import { dateLocale } from '../formats/date-locale.ts'

/** A price of a million tokens: $3, $0.25, $0.0375; free, or not known. */
export function formatPrice(usd: number | null): string {
  if (usd === null) return 'unknown'
  if (usd === 0) return 'free'
  if (usd >= 0.01) return `$${trimmed(usd.toFixed(usd < 1 ? 4 : 2))}`
  return `$${Number(usd.toPrecision(2))}`
}

function trimmed(digits: string): string {
  const short = digits.replace(/0+$/u, '').replace(/\.$/u, '')
  // Cents are read as two digits: $0.5 looks cut off.
  return /\.\d$/u.test(short) ? `${short}0` : short
}

/** What an answer costs, as short as it can be said; a cost without a price is no cost that can be relied on (U3). */
export function shortPrices(list: PriceList | null): string {
  if (list === null) return 'price unknown'
  const { input, output } = list.prices
  if (list.from === 'local' || (input === 0 && output === 0)) return 'free'
  if (input === null && output === null) return 'price unknown'
  return `${formatPrice(input)} in · ${formatPrice(output)} out`
}

/** What a cache costs to read and to write, for a million tokens; null where neither is known. */
export function cachePrices(list: PriceList | null): string | null {
  if (list === null || list.from === 'local') return null
  const { cacheRead, cacheWrite } = list.prices
  if (cacheRead === null && cacheWrite === null) return null
  return `cache ${formatPrice(cacheRead)}${cacheWrite === null ? '' : ` / ${formatPrice(cacheWrite)}`}`
}

/** Where prices are from, and whether a cost made of them can be relied on. */
export function priceSource(list: PriceList | null, locale = dateLocale()): string {
  if (list === null) return 'No known price: costs are marked (unreliable).'
  const missing = list.prices.input === null || list.prices.output === null
  const unreliable = missing ? ' (unreliable)' : ''
  switch (list.from) {
    case 'local':
      return 'Runs on your own machine: free.'
    case 'person':
      return `Prices set by you${unreliable}.`
    case 'provider':
      return `Prices from the provider${asOf(list.asOf, locale)}${unreliable}.`
    case 'data':
      return `Prices from the price list${asOf(list.asOf, locale)}${list.match === 'prefix' ? ', matched by the start of the name' : ''}${unreliable}.`
  }
}

function asOf(at: number | null, locale: string | undefined): string {
  if (at === null) return ''
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return ` as of ${date.format(at)}`
}
