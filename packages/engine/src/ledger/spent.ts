import { addUsage, type Cost, noUsage, type Spending, type Usage } from '@stet/history'
import { costOf } from '@stet/models'
import type { RequestRecord } from '@stet/store'

/** Dollars in billionths: whole numbers, so that a sum is the same in whatever order it was made. */
const NANOS = 1e9

/** What some requests used and cost together. */
export interface Spent {
  readonly requests: number
  readonly usage: Usage
  readonly nanos: number
  readonly reliable: boolean
}

export const nothing: Spent = { requests: 0, usage: noUsage, nanos: 0, reliable: true }

/** A row that cannot be read: a sum that claimed to be reliable without it would be too low. */
export const unreadable: Spent = { ...nothing, requests: 1, reliable: false }

/** At the prices that were in force when it was sent. What is under way has spent nothing yet. */
export function spentBy(record: RequestRecord): Spent {
  const { usage, estimate, rawUsage, prices, origin, state } = record
  const used = usage ?? estimate
  if (state === 'sent' || used === null) return { ...nothing, requests: 1 }
  const cost = costOf({ usage: used, rawUsage, protocol: origin.protocol, prices })
  // What costs nothing costs nothing by an estimate too.
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

/** A sum of dollars that were each whole billionths, without what adding them as fractions made of it. */
export function settled({ usage, cost }: Spending): Spending {
  return { usage, cost: { ...cost, usd: Math.round(cost.usd * NANOS) / NANOS } }
}
