import type { SQLOutputValue } from 'node:sqlite'
import type { ReadRow, UnreadableRow } from '../store.ts'
import { rowSum } from './row-sum.ts'

export type SqlRecord = Record<string, SQLOutputValue>

const NO_REFS: readonly string[] = []

/** A row whose values are not what was written is handed out as unreadable, with what can be read of it. */
export function fromRecord(shelf: string, record: SqlRecord): ReadRow {
  const { key, id, parent, ord, version, refs, sum, body } = record
  if (
    typeof key === 'number' &&
    typeof id === 'string' &&
    typeof parent === 'string' &&
    typeof ord === 'number' &&
    typeof version === 'number' &&
    typeof refs === 'string' &&
    body instanceof Uint8Array &&
    rowSum(key, shelf, id, parent, ord, version, refs, body) === sum
  ) {
    return { id, parent, order: ord, version, refs: parseRefs(refs), body }
  }
  return toUnreadable(record, 'the row is not as it was written')
}

export function toUnreadable({ id, parent, ord, version, refs }: SqlRecord, because: string): UnreadableRow {
  return {
    id: typeof id === 'string' ? id : '',
    parent: typeof parent === 'string' ? parent : '',
    order: typeof ord === 'number' ? ord : 0,
    version: typeof version === 'number' ? version : 0,
    refs: (typeof refs === 'string' ? tryParseRefs(refs) : null) ?? NO_REFS,
    unreadable: because,
  }
}

export function formatRefs(refs: readonly string[]): string {
  return refs.length === 0 ? '' : JSON.stringify(refs)
}

/** Only of text whose sum is right. */
export function parseRefs(text: string): readonly string[] {
  return text === '' ? NO_REFS : JSON.parse(text)
}

/** Null for text that is not a list of refs: it was damaged. */
export function tryParseRefs(text: string): readonly string[] | null {
  let parsed: unknown
  try {
    parsed = text === '' ? [] : JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  return Array.isArray(parsed) && parsed.every(ref => typeof ref === 'string') ? parsed : null
}

export function toInteger(value: SQLOutputValue | undefined): number {
  if (typeof value === 'number') return value
  throw new Error(`the database answered ${String(value)} for a whole number`)
}
