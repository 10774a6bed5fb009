import { BLOB_GRACE_MS } from '../../contract/blobs.ts'
import { StoreError } from '../../contract/store-error.ts'
import { toInteger } from '../file/connection.ts'
import { openList, type SqliteBlob } from './blob-pieces.ts'
import { ensureOwner } from './owner-number.ts'
import { blobSum, type SqlRecord } from './row-format.ts'
import type { Statements } from './statements.ts'

/** Deleting overwrites the bytes; a few at a time, so that a sweep does not delay other writes. */
export const SWEEP_SLICE = 16

/** Inside a transaction. */
export function putBlob(statements: Statements, ownerName: string, id: string, bytes: Uint8Array, now: number): void {
  const { number: owner } = ensureOwner(statements, ownerName)
  const sum = blobSum(owner, id, bytes)
  const found = statements.blob.get(owner, id)
  if (found === undefined) {
    const { lastInsertRowid } = statements.addBlob.run(owner, id, bytes.length, now)
    statements.setBlobBytes.run(lastInsertRowid, owner, id, sum, bytes)
    statements.countBlobs.run(1, bytes.length, owner)
    return
  }
  const number = toInteger(found.number)
  statements.removeBlobList.run(number)
  statements.renewBlob.run(bytes.length, now, number)
  statements.countBlobs.run(0, bytes.length - toInteger(found.size), owner)
  const kept = statements.blobBytes.get(owner, id)?.bytes
  if (kept instanceof Uint8Array && Buffer.compare(kept, bytes) === 0) return
  statements.setBlobBytes.run(number, owner, id, sum, bytes)
}

export function readBlob(statements: Statements, owner: number, id: string): SqliteBlob | null {
  const found = statements.blob.get(owner, id)
  if (found === undefined) return null
  const list = openList(statements, owner, { number: toInteger(found.number), id })
  if (list !== null) return list
  const { bytes, sum } = statements.blobBytes.get(owner, id) ?? {}
  if (bytes instanceof Uint8Array && blobSum(owner, id, bytes) === sum) {
    return { sizes: [bytes.length], piece: () => bytes }
  }
  throw new StoreError('unreadable', `blob ${id} is not as it was written`)
}

/** Inside a transaction. Returns how many were deleted; fewer than a slice means that none is left. */
export function deleteMarkedBlobs(statements: Statements, owner: number): number {
  return deleteBlobs(statements, owner, statements.markedBlobs.all(owner, SWEEP_SLICE))
}

/** Inside a transaction. Leaves those that a row names, or that were put again. */
export function deleteReleasedBlobs(statements: Statements, owner: number, ids: readonly string[]): number {
  return deleteBlobs(
    statements,
    owner,
    ids.flatMap(id => statements.releasedBlob.all(owner, id)),
  )
}

function deleteBlobs(statements: Statements, owner: number, blobs: readonly SqlRecord[]): number {
  let bytes = 0
  for (const { number, size } of blobs) {
    statements.removeBlobBytes.run(toInteger(number))
    statements.removeBlobList.run(toInteger(number))
    statements.removeBlob.run(toInteger(number))
    bytes += toInteger(size)
  }
  if (blobs.length > 0) statements.countBlobs.run(-blobs.length, -bytes, owner)
  return blobs.length
}

/** Blobs that are looked at in one transaction. */
const MARK_SLICE = 500

/** Inside a transaction: looks at the next blobs after a number. Returns how many were marked, and where to continue; null at the end. */
export function markUnnamedBlobs(
  statements: Statements,
  owner: number,
  now: number,
  after: number,
): { readonly marked: number; readonly next: number | null } {
  const { count, last } = statements.blobsTo.get(after, MARK_SLICE) ?? {}
  if (typeof last !== 'number') return { marked: 0, next: null }
  const { changes } = statements.markBlobs.run(after, last, owner, now - BLOB_GRACE_MS)
  statements.startGrace.run(now, after, last, owner, now)
  return { marked: Number(changes), next: count === MARK_SLICE ? last : null }
}
