import type { StatementSync } from 'node:sqlite'
import type { Change, Cursor, HeadPage, ListQuery, Page, ReadRow, RowHead } from '../../contract/store.ts'
import { toInteger } from '../file/connection.ts'
import { isDamage } from '../file/sqlite-failure.ts'
import { fromRecord, keyOf, keyRange, type SqlRecord, shelfOf, toSequence, toUnreadable } from './row-format.ts'
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
  const { rows, places } = pageStatements(statements, query)
  const read = (record: SqlRecord) => fromRecord(shelf, record)
  const readAlone = (place: SqlRecord) => readPlace(statements, owner, shelf, place)
  const { found, next } = readList(rows, read, places, readAlone, owner, shelf, query)
  return { rows: found, next }
}

export function readHeads(statements: Statements, owner: number, shelf: string, query: ListQuery): HeadPage {
  const { heads, places } = pageStatements(statements, query)
  const readAlone = (place: SqlRecord) => {
    const { id, parent, order, version } = readPlace(statements, owner, shelf, place)
    return { id, parent, order, version }
  }
  const { found, next } = readList(heads, toHead, places, readAlone, owner, shelf, query)
  return { heads: found, next }
}

function readList<Listed extends Cursor>(
  statement: StatementSync,
  read: (record: SqlRecord) => Listed,
  places: StatementSync,
  readAlone: (place: SqlRecord) => Listed,
  owner: number,
  shelf: string,
  { by, limit, after, reverse = false }: ListQuery,
): { readonly found: readonly Listed[]; readonly next: Cursor | null } {
  const { order, id } = after ?? (reverse ? BEHIND_ALL : BEFORE_ALL)
  const group = 'parent' in by ? by.parent : by.ref
  let found: Listed[]
  try {
    found = statement.all(owner, shelf, group, order, id, limit + 1).map(read)
  } catch (error) {
    if (!isDamage(error)) throw error
    // One damaged page would cost the whole list: the index names the rows, and each is read alone.
    found = places.all(owner, shelf, group, order, id, limit + 1).map(readAlone)
  }
  if (found.length <= limit) return { found, next: null }
  found.pop()
  const last = found.at(-1)
  return { found, next: last === undefined ? null : { order: last.order, id: last.id } }
}

interface PageStatements {
  readonly rows: StatementSync
  readonly heads: StatementSync
  /** Order and id, from the index alone. */
  readonly places: StatementSync
}

function pageStatements(statements: Statements, { by, reverse = false }: ListQuery): PageStatements {
  if ('parent' in by) {
    return reverse
      ? {
          rows: statements.listByParentReverse,
          heads: statements.headsByParentReverse,
          places: statements.placesByParentReverse,
        }
      : { rows: statements.listByParent, heads: statements.headsByParent, places: statements.placesByParent }
  }
  return reverse
    ? { rows: statements.listByRefReverse, heads: statements.headsByRefReverse, places: statements.placesByRefReverse }
    : { rows: statements.listByRef, heads: statements.headsByRef, places: statements.placesByRef }
}

function toHead({ 0: id, 1: parent, 2: order, 3: version }: SqlRecord): RowHead {
  return { id: String(id), parent: String(parent), order: toInteger(order), version: toInteger(version) }
}

function readPlace(statements: Statements, owner: number, shelf: string, place: SqlRecord): ReadRow {
  const { 0: order, 1: id } = place
  const row = typeof id === 'string' ? readRow(statements, owner, shelf, id) : null
  if (row === null) return toUnreadable({ id, order }, 'the row is missing from its page')
  // The page may have lost even the order, and the cursor of the next page needs it.
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

/** Rows and removals, each in the order of their keys, merged. */
export function readChanges(statements: Statements, owner: number, after: number, limit: number): readonly Change[] {
  const { first, last } = keyRange(owner)
  const from = first + Math.max(0, after)
  const puts = readPuts(statements, from, last, limit)
  const removes = statements.removedRows.all(from, last, limit).map(toRemove)
  if (removes.length === 0) return puts
  const changes = [...puts, ...removes].sort((left, right) => left.sequence - right.sequence)
  return changes.slice(0, limit)
}

function readPuts(statements: Statements, from: number, to: number, limit: number): readonly Change[] {
  try {
    return statements.changedRows.all(from, to, limit).map(toPut)
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  return statements.changedKeys.all(from, to, limit).map(({ key }) => readPut(statements, toInteger(key)))
}

function readPut(statements: Statements, key: number): Change {
  try {
    const record = statements.changedRow.get(key)
    if (record !== undefined) return toPut(record)
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  const record = statements.changedRowWithoutBody.get(key) ?? {}
  const row = toUnreadable(record, 'the page that holds the row is damaged')
  return { kind: 'put', sequence: toSequence(key), shelf: String(record.shelf ?? ''), row }
}

function toPut(record: SqlRecord): Change {
  const shelf = shelfOf(record)
  return { kind: 'put', sequence: toSequence(keyOf(record)), shelf, row: fromRecord(shelf, record) }
}

function toRemove({ key, shelf, id }: SqlRecord): Change {
  return { kind: 'remove', sequence: toSequence(toInteger(key)), shelf: String(shelf), id: String(id) }
}
