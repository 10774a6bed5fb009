import { blobsNamed } from '../../contract/blobs.ts'
import type { Operation, Put, Remove, Written } from '../../contract/store.ts'
import { BlobMissing, Conflict } from '../../contract/store-error.ts'
import { toInteger } from '../file/connection.ts'
import { isDuplicate } from '../file/sqlite-failure.ts'
import { ensureOwner } from './owner-number.ts'
import { formatRefs, parseRefs, removedSum, rowSum, toKey } from './row-format.ts'
import { putBlob } from './sqlite-blobs.ts'
import type { Statements } from './statements.ts'

/** The search index, as far as a write changes it. */
export interface SearchWriter {
  put(owner: number, key: number, put: Put): void
  remove(shelf: string, key: number): void
  /** Called once after all operations of a write. */
  follow(owner: number, sequence: number, operations: readonly Operation[]): void
}

interface OldRow {
  readonly key: number
  readonly order: number
  readonly refs: string
  readonly size: number
}

/** Inside a transaction, which is rolled back when this throws. */
export function applyWrite(
  statements: Statements,
  search: SearchWriter | null,
  ownerName: string,
  operations: readonly Operation[],
): Written {
  const { number: owner, sequence: before } = ensureOwner(statements, ownerName)
  const puts: { id: string; order: number; version: number }[] = []
  const released: string[] = []
  let sequence = before
  let rows = 0
  let bytes = 0
  for (const operation of operations) {
    switch (operation.kind) {
      case 'check':
        assertVersion(statements, owner, operation)
        break
      case 'put': {
        for (const { id, bytes: blob, now } of operation.blobs ?? []) putBlob(statements, ownerName, id, blob, now)
        sequence += 1
        const order = operation.order === 'next' ? sequence : operation.order
        const key = toKey(owner, sequence)
        const old = putRow(statements, owner, key, order, operation, released)
        if (old === null) rows += 1
        else search?.remove(operation.shelf, old.key)
        bytes += operation.body.length - (old?.size ?? 0)
        search?.put(owner, key, operation)
        puts.push({ id: operation.id, order, version: operation.expect + 1 })
        break
      }
      case 'remove': {
        sequence += 1
        const old = removeRow(statements, owner, toKey(owner, sequence), operation, released)
        search?.remove(operation.shelf, old.key)
        rows -= 1
        bytes -= old.size
        break
      }
    }
  }
  assertBlobs(statements, owner, operations)
  if (sequence > before) {
    statements.advance.run(sequence, rows, bytes, owner)
    search?.follow(owner, sequence, operations)
  }
  return { sequence, puts, released: released.length < 2 ? released : [...new Set(released)] }
}

/** Returns the row before, or null for a new one. */
function putRow(
  statements: Statements,
  owner: number,
  key: number,
  order: number,
  put: Put,
  released: string[],
): OldRow | null {
  const { shelf, id, parent, expect, body } = put
  const refs = formatRefs(put.refs)
  const version = expect + 1
  const sum = rowSum(key, shelf, id, parent, order, version, refs, body)
  if (expect === 0) {
    try {
      statements.insert.run(key, owner, shelf, id, parent, order, version, refs, sum, body)
    } catch (error) {
      if (!isDuplicate(error)) throw error
      throw new Conflict(shelf, id, 0, toInteger(statements.version.get(owner, shelf, id)?.version))
    }
    for (const ref of put.refs) statements.addRef.run(owner, ref, shelf, order, id)
    return null
  }
  const old = findOldRow(statements, owner, put)
  statements.update.run(key, parent, order, version, refs, sum, body, old.key)
  if (old.refs !== refs || old.order !== order) {
    released.push(...removeRefs(statements, owner, shelf, id, old, put.refs))
    for (const ref of put.refs) statements.addRef.run(owner, ref, shelf, order, id)
  }
  return old
}

function removeRow(statements: Statements, owner: number, key: number, remove: Remove, released: string[]): OldRow {
  const { shelf, id } = remove
  const old = findOldRow(statements, owner, remove)
  statements.remove.run(old.key)
  released.push(...removeRefs(statements, owner, shelf, id, old, []))
  statements.forgetRemoved.run(owner, shelf, id)
  statements.addRemoved.run(key, owner, shelf, id, removedSum(key, shelf, id))
  return old
}

function findOldRow(statements: Statements, owner: number, { shelf, id, expect }: Put | Remove): OldRow {
  const record = statements.find.get(owner, shelf, id)
  const found = record === undefined ? 0 : toInteger(record.version)
  if (record === undefined || found !== expect) throw new Conflict(shelf, id, expect, found)
  return {
    key: toInteger(record.key),
    order: toInteger(record.ord),
    refs: String(record.refs),
    size: toInteger(record.size),
  }
}

/** Returns the blobs that the row no longer names. */
function removeRefs(
  statements: Statements,
  owner: number,
  shelf: string,
  id: string,
  old: OldRow,
  kept: readonly string[],
): readonly string[] {
  const refs = parseRefs(old.refs)
  for (const ref of refs) statements.removeRef.run(owner, ref, shelf, old.order, id)
  const released = blobsNamed(refs).filter(blob => !kept.includes(`blob:${blob}`))
  for (const blob of released) statements.releaseBlob.run(owner, blob)
  return released
}

function assertVersion(statements: Statements, owner: number, { shelf, id, expect }: Operation): void {
  const record = statements.version.get(owner, shelf, id)
  const found = record === undefined ? 0 : toInteger(record.version)
  if (found !== expect) throw new Conflict(shelf, id, expect, found)
}

function assertBlobs(statements: Statements, owner: number, operations: readonly Operation[]): void {
  let missing: Set<string> | null = null
  for (const operation of operations) {
    if (operation.kind !== 'put' || operation.refs.length === 0) continue
    for (const id of blobsNamed(operation.refs)) {
      if (statements.blobIsLive.get(owner, id) !== undefined) continue
      missing ??= new Set()
      missing.add(id)
    }
  }
  if (missing !== null) throw new BlobMissing([...missing])
}
