import type { Message } from './message.ts'
import { type RequestedMessage, requestOf } from './request-of.ts'
import { addUsage, type Cost, type CumulativeSpending, noUsage, type Spending } from './usage.ts'

/** What the request that made a message cost; prices are not the record's business. */
export type CostOf = (message: RequestedMessage) => Cost

const noSpending: Spending = { usage: noUsage, cost: { usd: 0, reliable: true } }

export const nothingSpent: CumulativeSpending = { own: noSpending, inherited: noSpending }

export function addSpending(one: CumulativeSpending, other: CumulativeSpending): CumulativeSpending {
  return { own: add(one.own, other.own), inherited: add(one.inherited, other.inherited) }
}

/** What one message spent: here, or where a fork copied it from (U2). Accounting is a record of spending, not spending. */
export function spendingOf(message: Message, costOf: CostOf): CumulativeSpending {
  const spending = ownSpending(message, costOf)
  if (spending === null) return nothingSpent
  if (message.copiedFrom !== null) return { own: noSpending, inherited: spending }
  return { own: spending, inherited: noSpending }
}

function ownSpending(message: Message, costOf: CostOf): Spending | null {
  switch (message.role) {
    case 'assistant':
    case 'title':
    case 'summary': {
      const request = requestOf(message)
      return request === null ? null : { usage: request.usage ?? noUsage, cost: costOf(message) }
    }
    // What it cost cannot be read, so a total that claimed to be reliable would be too low.
    case 'unreadable':
      return { usage: noUsage, cost: { usd: 0, reliable: false } }
    case 'user':
    case 'tool-results':
    case 'env-changed':
    case 'system-title':
    case 'system-summary':
    case 'clear':
    case 'accounting':
      return null
  }
}

function add(one: Spending, other: Spending): Spending {
  return {
    usage: addUsage(one.usage, other.usage),
    cost: { usd: one.cost.usd + other.cost.usd, reliable: one.cost.reliable && other.cost.reliable },
  }
}
