import type { AccountingMessage, Message, Path } from './message.ts'
import { addSpending, type CostOf, nothingSpent, spendingOf } from './spending.ts'
import type { CumulativeSpending } from './usage.ts'

/**
 * Everything spent on the messages of a path, and in whatever was deleted from it (H7): the newest accounting message, and
 * what that one does not contain.
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

// The newest accounting may hang above older ones, which it does not contain, and a summary made after it may hang above it:
// neither position nor order alone finds what is missing.
function isMissingFrom(base: AccountingMessage, baseIndex: number, message: Message, index: number): boolean {
  return index > baseIndex || message.order > base.order
}
