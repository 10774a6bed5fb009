import type { Cost } from '@stet/api/client'

/** A cost with three decimals (V4). Zero has none, and a cost too small for them is shown as less than the smallest. */
export function formatUsd(usd: number): string {
  if (!Number.isFinite(usd) || usd < 0) return 'unknown'
  if (usd === 0) return '$0'
  if (usd > 0 && usd < 0.0005) return '<$0.001'
  return `$${usd.toFixed(3)}`
}

const BUDGET_PLACES = [2, 3, 4]

/** The spent part of a budget, in cents, or with as many decimals as it takes to differ: a budget nearly spent must not read as spent. */
export function formatSpent(spent: number, budget: number): { readonly spent: string; readonly budget: string } {
  const showsBoth = (places: number) =>
    Number(budget.toFixed(places)) === budget && (spent === budget || spent.toFixed(places) !== budget.toFixed(places))
  const places = BUDGET_PLACES.find(showsBoth) ?? 4
  const rounded = spent.toFixed(places)
  const least = `<$${(10 ** -places).toFixed(places)}`
  return {
    spent: spent > 0 && Number(rounded) === 0 ? least : `$${rounded}`,
    budget: `$${budget.toFixed(places)}`,
  }
}

/** A cost for screen readers and the clipboard. One without a price says so (U3). */
export function formatCost({ usd, reliable }: Cost): string {
  return reliable ? formatUsd(usd) : `${formatUsd(usd)} (unreliable)`
}

/** Whether there is nothing to show: a cost that lacks a price is not free. */
export function isFree({ usd, reliable }: Cost): boolean {
  return usd === 0 && reliable
}
