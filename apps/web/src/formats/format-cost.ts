import type { Cost } from '@stet/api/client'

/** Three decimals (V4); nothing needs none, and what is less than they can show is not nothing. */
export function formatUsd(usd: number): string {
  if (!Number.isFinite(usd) || usd < 0) return 'unknown'
  if (usd === 0) return '$0'
  if (usd > 0 && usd < 0.0005) return '<$0.001'
  return `$${usd.toFixed(3)}`
}

/** Money that the user sets, or that is compared with it: cents are enough. */
export function formatDollars(usd: number): string {
  return usd > 0 && usd < 0.01 ? '<$0.01' : `$${usd.toFixed(2)}`
}

/** A cost as it is read aloud and copied: one that lacks a price says so (U3). */
export function formatCost({ usd, reliable }: Cost): string {
  return reliable ? formatUsd(usd) : `${formatUsd(usd)} (unreliable)`
}

/** Whether there is nothing to show: a cost that lacks a price is not free. */
export function isFree({ usd, reliable }: Cost): boolean {
  return usd === 0 && reliable
}
