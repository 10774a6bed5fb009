import type { UsageReport } from '@stet/api/client'

type Compared = Omit<UsageReport['compared'][number], 'model'>

/** All models together. Two that differ in opposite ways may not differ in all. */
export function comparedSum(compared: readonly Compared[]): Compared {
  const sum = (of: (each: Compared) => number) => compared.reduce((total, each) => total + of(each), 0)
  const [reported, byPrices] = [sum(each => each.reported), sum(each => each.byPrices)]
  const differs = Math.abs(reported - byPrices) > Math.max(reported, byPrices) / 100
  return { requests: sum(each => each.requests), reported, byPrices, differs }
}

/** By how much the reported cost is above or below the price list; at most 1% is no difference. */
export function differenceWords({ reported, byPrices, differs }: Compared): string {
  if (!differs) return 'none'
  if (byPrices === 0) return 'not listed'
  const percent = ((reported - byPrices) / byPrices) * 100
  const rounded = Math.abs(percent) < 10 ? Math.abs(percent).toFixed(1) : Math.round(Math.abs(percent)).toString()
  return `${percent < 0 ? '−' : '+'}${rounded}%`
}
