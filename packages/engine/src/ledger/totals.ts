import type { Cost, Usage } from '@stet/history'
import { type Cursor, fromRequestRow, listRows, REQUESTS_SHELF, type Store } from '@stet/store'
import { createKeyedLock } from '../runtime/keyed-lock.ts'
import { add, nothing, type Spent, spentBy, toCost, unreadable } from './spent.ts'

/** What the requests of a chat, a workspace, a day or a model come to (U2). */
export interface Totals {
  readonly requests: number
  readonly usage: Usage
  readonly cost: Cost
  /** How many of them are under way; what they spend is not in the figures yet. */
  readonly open: number
}

/** Beyond, the one that was not asked for longest is summed up again when it is. */
const MOST_REMEMBERED = 512

/** The one place where requests are summed up. What was counted is not read again: a turn costs no more in a long chat than in a short one. */
export interface TotalsMemory {
  /** Of all requests with a ref: `chat:`, `workspace:`, `day:`, `model:`. */
  of(ref: string): Promise<Totals>
}

interface Counted {
  /** Of those that have ended. */
  readonly spent: Spent
  /** Those that were under way. */
  readonly open: readonly string[]
  readonly through: Cursor | null
}

const notCounted: Counted = { spent: nothing, open: [], through: null }

export function createTotals(store: Store): TotalsMemory {
  const remembered = new Map<string, Counted>()
  const lock = createKeyedLock()
  return {
    // Two at once would count the same rows twice.
    of: ref =>
      lock.hold(ref, async () => {
        const counted = await countOn(store, ref, remembered.get(ref) ?? notCounted)
        remembered.delete(ref)
        remembered.set(ref, counted)
        const oldest = remembered.keys().next()
        if (remembered.size > MOST_REMEMBERED && oldest.done !== true) remembered.delete(oldest.value)
        const { spent, open } = counted
        return { requests: spent.requests + open.length, usage: spent.usage, cost: toCost(spent), open: open.length }
      }),
  }
}

/** What was under way and has ended since, and what is new. */
async function countOn(store: Store, ref: string, { spent: before, open: left, through }: Counted): Promise<Counted> {
  let spent = before
  let last = through
  const open: string[] = []
  const count = (row: Parameters<typeof fromRequestRow>[0]) => {
    const record = fromRequestRow(row)
    if ('unreadable' in record) spent = add(spent, unreadable)
    else if (record.state === 'sent') open.push(row.id)
    else spent = add(spent, spentBy(record))
  }
  for (const row of await store.getMany(REQUESTS_SHELF, left)) if (row !== null) count(row)
  const by = { ref }
  for await (const row of listRows(store, REQUESTS_SHELF, through === null ? { by } : { by, after: through })) {
    count(row)
    last = { order: row.order, id: row.id }
  }
  return { spent, open, through: last }
}
