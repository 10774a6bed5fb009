import type { Change } from '../store.ts'
import { fromRecord, keyOf, type SqlRecord, shelfOf, toInteger, toUnreadable } from './from-record.ts'
import { keyRange, toSequence } from './row-key.ts'
import { isDamage } from './sqlite-failure.ts'
import type { Statements } from './statements.ts'

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
