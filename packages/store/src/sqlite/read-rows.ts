import type { StatementSync } from 'node:sqlite'
import type { Cursor, ListQuery, Page, ReadRow } from '../store.ts'
import { fromRecord, type SqlRecord, toUnreadable } from './from-record.ts'
import { isDamage } from './sqlite-failure.ts'
import type { Statements } from './statements.ts'

/** Outside of every order a row can have. */
const BEFORE_ALL: Cursor = { order: -(2 ** 53), id: '' }
const BEHIND_ALL: Cursor = { order: 2 ** 53, id: '' }

export function readRow(statements: Statements, owner: number, shelf: string, id: string): ReadRow | null {
  let record: SqlRecord | undefined
  try {
    record = statements.get.get(owner, shelf, id)
  } catch (error) {
    if (!isDamage(error)) throw error
    return readDamaged(statements, owner, shelf, id)
  }
  return record === undefined ? null : fromRecord(shelf, record)
}

export function readPage(statements: Statements, owner: number, shelf: string, query: ListQuery): Page {
  const { by, limit, reverse = false } = query
  const { order, id } = query.after ?? (reverse ? BEHIND_ALL : BEFORE_ALL)
  const group = 'parent' in by ? by.parent : by.ref
  const { rows, places } = pageStatements(statements, 'parent' in by, reverse)
  let found: ReadRow[]
  try {
    found = rows.all(owner, shelf, group, order, id, limit + 1).map(record => fromRecord(shelf, record))
  } catch (error) {
    if (!isDamage(error)) throw error
    // One damaged page would cost the whole list: the index names the rows, and each is read alone.
    found = places
      .all(owner, shelf, group, order, id, limit + 1)
      .map(place => readPlace(statements, owner, shelf, place))
  }
  if (found.length <= limit) return { rows: found, next: null }
  found.pop()
  const last = found.at(-1)
  return { rows: found, next: last === undefined ? null : { order: last.order, id: last.id } }
}

function pageStatements(
  statements: Statements,
  byParent: boolean,
  reverse: boolean,
): { rows: StatementSync; places: StatementSync } {
  if (byParent) {
    return reverse
      ? { rows: statements.listByParentReverse, places: statements.placesByParentReverse }
      : { rows: statements.listByParent, places: statements.placesByParent }
  }
  return reverse
    ? { rows: statements.listByRefReverse, places: statements.placesByRefReverse }
    : { rows: statements.listByRef, places: statements.placesByRef }
}

function readPlace(statements: Statements, owner: number, shelf: string, place: SqlRecord): ReadRow {
  const { 0: order, 1: id } = place
  const row = typeof id === 'string' ? readRow(statements, owner, shelf, id) : null
  if (row === null) return toUnreadable({ id, order }, 'the row is missing from its page')
  // The page may have lost even the order, and the next page continues behind it.
  return 'body' in row || typeof order !== 'number' ? row : { ...row, order }
}

function readDamaged(statements: Statements, owner: number, shelf: string, id: string): ReadRow {
  const because = 'the page that holds the row is damaged'
  try {
    return toUnreadable({ ...statements.getWithoutBody.get(owner, shelf, id), id }, because)
  } catch (error) {
    if (!isDamage(error)) throw error
    return toUnreadable({ id }, because)
  }
}
