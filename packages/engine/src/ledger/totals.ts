import type { Cost, Usage } from '@stet/history'
import { type Cursor, fromRequestRow, listRows, REQUESTS_SHELF, type Store } from '@stet/store'
import { createKeyedLock } from '../runtime/keyed-lock.ts'
import { add, nothing, type Spent, spentBy, toCost, unreadable } from './spent.ts'

/** The sum of the requests of a chat, a workspace, a day or a model (U2). */
export interface Totals {
  readonly requests: number
  readonly usage: Usage
  readonly cost: Cost
  /** How many have not ended; their spending is not included yet. */
  readonly open: number
}

/** Sums beyond that are forgotten, least recently used first, and read again. */
const MOST_REMEMBERED = 512

/** Sums up requests. Rows that were counted are not read again: a turn costs the same in a long chat as in a short one. */
export interface TotalsMemory {
  /** Of all requests with a ref: `chat:`, `workspace:`, `day:`, `model:`. */
  of(ref: string): Promise<Totals>
}

interface Counted {
  /** Of those that have ended. */
  readonly spent: Spent
  /** Ids of those that have not ended. */
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

/** Adds requests that have ended since, and new ones. */
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
