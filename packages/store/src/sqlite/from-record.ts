import type { SQLOutputValue } from 'node:sqlite'
import type { ReadRow, UnreadableRow } from '../store.ts'
import { parseRefs } from './refs-text.ts'
import { rowSum } from './row-sum.ts'

export type SqlRecord = Record<string, SQLOutputValue>

/** The columns of a row, in the order in which statements that read whole rows return them, as arrays. `shelf` may follow. */
export const ROW_COLUMNS = ['key', 'id', 'parent', 'ord', 'version', 'refs', 'sum', 'body'] as const

/** A row whose values are not what was written is handed out as unreadable, with what can be read of it. */
export function fromRecord(shelf: string, record: SqlRecord): ReadRow {
  const { 0: key, 1: id, 2: parent, 3: order, 4: version, 5: refs, 6: sum, 7: body } = record
  if (
    typeof key === 'number' &&
    typeof id === 'string' &&
    typeof parent === 'string' &&
    typeof order === 'number' &&
    typeof version === 'number' &&
    typeof refs === 'string' &&
    body instanceof Uint8Array &&
    rowSum(key, shelf, id, parent, order, version, refs, body) === sum
  ) {
    return { id, parent, order, version, refs: parseRefs(refs), body }
  }
  return toUnreadable({ id, parent, order, version, refs }, 'the row is not as it was written')
}

export function keyOf(record: SqlRecord): number {
  return toInteger(record[0])
}

export function shelfOf(record: SqlRecord): string {
  return String(record[ROW_COLUMNS.length])
}

/** What is known of a row that cannot be read. */
export interface Remains {
  readonly id?: SQLOutputValue | undefined
  readonly parent?: SQLOutputValue | undefined
  readonly order?: SQLOutputValue | undefined
  readonly version?: SQLOutputValue | undefined
  readonly refs?: SQLOutputValue | undefined
}

export function toUnreadable({ id, parent, order, version, refs }: Remains, because: string): UnreadableRow {
  return {
    id: typeof id === 'string' ? id : '',
    parent: typeof parent === 'string' ? parent : '',
    order: typeof order === 'number' ? order : 0,
    version: typeof version === 'number' ? version : 0,
    refs: typeof refs === 'string' ? parseRefs(refs) : [],
    unreadable: because,
  }
}

export function toInteger(value: SQLOutputValue | undefined): number {
  if (typeof value === 'number') return value
  throw new Error(`the database answered ${String(value)} for a whole number`)
}
