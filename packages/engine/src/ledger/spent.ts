import { addUsage, type Cost, noUsage, type Spending, type Usage } from '@stet/history'
import { costOf } from '@stet/models'
import type { RequestRecord } from '@stet/store'

/** Dollars in billionths: whole numbers, so that a sum does not depend on the order of adding. */
export const NANOS = 1e9

/** What requests used and cost together. */
export interface Spent {
  readonly requests: number
  readonly usage: Usage
  readonly nanos: number
  readonly reliable: boolean
}

export const nothing: Spent = { requests: 0, usage: noUsage, nanos: 0, reliable: true }

/** A row that cannot be read: without it the sum would be too low, so it is unreliable. */
export const unreadable: Spent = { ...nothing, requests: 1, reliable: false }

/** At the prices when it was sent. A request that has not ended has spent nothing yet. */
export function spentBy(record: RequestRecord): Spent {
  const { usage, estimate, rawUsage, prices, origin, state } = record
  const used = usage ?? estimate
  if (state === 'sent' || used === null) return { ...nothing, requests: 1 }
  const cost = costOf({ usage: used, rawUsage, protocol: origin.protocol, prices })
  // A free model costs nothing, even by an estimate.
  const reliable = cost.reliable && (usage !== null || prices?.from === 'local')
  return { requests: 1, usage: used, nanos: Math.round(cost.usd * NANOS), reliable }
}

export function add(one: Spent, other: Spent): Spent {
  return {
    requests: one.requests + other.requests,
    usage: addUsage(one.usage, other.usage),
    nanos: one.nanos + other.nanos,
    reliable: one.reliable && other.reliable,
  }
}

export function toCost({ nanos, reliable }: Spent): Cost {
  return { usd: nanos / NANOS, reliable }
}

export function toSpending(spent: Spent): Spending {
  return { usage: spent.usage, cost: toCost(spent) }
}

/** Rounds a sum to whole billionths of a dollar, removing the error of adding fractions. */
export function settled({ usage, cost }: Spending): Spending {
  return { usage, cost: { ...cost, usd: Math.round(cost.usd * NANOS) / NANOS } }
}
