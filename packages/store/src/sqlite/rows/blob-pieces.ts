import { StoreError } from '../../contract/store-error.ts'
import { toInteger } from '../file/connection.ts'
import { ensureOwner } from './owner-number.ts'
import { blobListSum, pieceSum } from './row-format.ts'
import type { Statements } from './statements.ts'

/** Deleting overwrites the bytes; a few at a time, so that it does not delay other writes. */
export const PIECES_SLICE = 8

/** As pieces that are read at once: `piece` does not wait for a database that another program holds. */
export interface SqliteBlob {
  readonly sizes: readonly number[]
  piece(place: number): Uint8Array
}

/** Random, so that no list is ever taken for another, in a salvaged file either. */
export function newList(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return (high % 2 ** 20) * 2 ** 32 + low
}

/** Inside a transaction. */
export function addPiece(
  statements: Statements,
  ownerName: string,
  list: number,
  place: number,
  bytes: Uint8Array,
): void {
  const { number: owner } = ensureOwner(statements, ownerName)
  statements.addPiece.run(owner, list, place, pieceSum(owner, list, place, bytes), bytes)
}

export interface FinishedList {
  readonly id: string
  readonly list: number
  readonly pieces: number
  readonly size: number
  readonly now: number
}

/** Inside a transaction. Returns whether it replaced another under the same id. */
export function finishList(statements: Statements, ownerName: string, finished: FinishedList): boolean {
  const { id, list, pieces, size, now } = finished
  const { number: owner } = ensureOwner(statements, ownerName)
  const found = statements.blob.get(owner, id)
  if (found !== undefined) {
    statements.removeBlobBytes.run(toInteger(found.number))
    statements.removeBlobList.run(toInteger(found.number))
    statements.renewBlob.run(size, now, toInteger(found.number))
    statements.countBlobs.run(0, size - toInteger(found.size), owner)
  } else {
    statements.addBlob.run(owner, id, size, now)
    statements.countBlobs.run(1, size, owner)
  }
  const number = toInteger(statements.blob.get(owner, id)?.number)
  statements.addBlobList.run(number, owner, id, list, pieces, blobListSum(owner, id, list, pieces))
  return found !== undefined
}

/** The pieces of a blob that was not put whole; null when it was. */
export function openList(
  statements: Statements,
  owner: number,
  { number, id }: { readonly number: number; readonly id: string },
): SqliteBlob | null {
  const found = statements.blobList.get(number)
  if (found === undefined) return null
  const list = toInteger(found.list)
  const sizes = statements.pieceSizes.all(list).map(({ size }) => toInteger(size))
  if (toInteger(found.pieces) !== sizes.length || blobListSum(owner, id, list, sizes.length) !== found.sum) {
    throw damaged(id)
  }
  return {
    sizes,
    piece(place) {
      const { sum, bytes } = statements.piece.get(list, place) ?? {}
      if (bytes instanceof Uint8Array && pieceSum(owner, list, place, bytes) === sum) return bytes
      throw damaged(id)
    },
  }
}

function damaged(id: string): StoreError {
  return new StoreError('unreadable', `blob ${id} is not as it was written`)
}

/** Inside a transaction. Returns how many were deleted; fewer than a slice means that none is left. */
export function deleteLeftPieces(statements: Statements, arriving: ReadonlySet<number>): number {
  const left = statements.leftPieces.all(JSON.stringify([...arriving]), PIECES_SLICE)
  for (const { number } of left) statements.removePiece.run(toInteger(number))
  return left.length
}
