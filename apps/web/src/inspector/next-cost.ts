import { type Cost, inputCost, type PriceList, type Report } from '@stet/api/client'

/** What sending the next request costs by an estimate, before a word of the answer; null where no price is known. */
export function nextCost(report: Report, list: PriceList | null): Cost | null {
  if (list === null) return null
  if (list.from === 'local') return { usd: 0, reliable: true }
  const { input, output, cacheRead, cacheWrite } =
    list.tiers.findLast(({ above }) => report.budget.used.total > above)?.prices ?? list.prices
  if (input === null) return null
  const { now, reliable } = inputCost(report, { input, output: output ?? 0, cacheRead, cacheWrite })
  return { usd: now, reliable }
}
