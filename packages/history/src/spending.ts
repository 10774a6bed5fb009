import { type AccountingMessage, type Message, type Path, type RequestedMessage, requestOf } from './message.ts'
import { addUsage, type Cost, type CumulativeSpending, noUsage, type Spending } from './usage.ts'

/** The cost of the request that made a message. Prices are not part of the record. */
export type CostOf = (message: RequestedMessage) => Cost

const noSpending: Spending = { usage: noUsage, cost: { usd: 0, reliable: true } }

export const nothingSpent: CumulativeSpending = { own: noSpending, inherited: noSpending }

export function addSpending(one: CumulativeSpending, other: CumulativeSpending): CumulativeSpending {
  return { own: add(one.own, other.own), inherited: add(one.inherited, other.inherited) }
}

/** What one message spent, here or in the chat it was copied from (U2). Accounting records spending; it spends nothing. */
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

/**
 * Everything spent on the messages of a path, deleted ones included (H7): the newest accounting message, plus what that one
 * does not contain.
 *
 * The same on every suffix that holds the accounting message of the highest order and every message newer than it; without
 * accounting, only on the whole path.
 */
export function cumulativeSpending(path: Path, costOf: CostOf): CumulativeSpending {
  const base = newestAccounting(path)
  const from = base === null ? -1 : path.indexOf(base)
  let total = base === null ? nothingSpent : base.cumulative
  path.forEach((message, index) => {
    if (base !== null && !isMissingFrom(base, from, message, index)) return
    total = addSpending(total, message.role === 'accounting' ? message.removed : spendingOf(message, costOf))
  })
  return total
}

function newestAccounting(path: Path): AccountingMessage | null {
  let newest: AccountingMessage | null = null
  for (const message of path) {
    if (message.role === 'accounting' && (newest === null || message.order >= newest.order)) newest = message
  }
  return newest
}

// The newest accounting may be above older ones, which it does not contain, and a summary made after it may be above it:
// neither position nor order alone finds what is missing.
function isMissingFrom(base: AccountingMessage, baseIndex: number, message: Message, index: number): boolean {
  return index > baseIndex || message.order > base.order
}
