import { blobListSum, blobSum, keyRange, ownerSum, pieceSum, removedSum, rowSum } from '../rows/row-format.ts'
import type { PageFile } from './page-file.ts'
import { type Cell, readCells, type Value } from './read-cells.ts'

/** What a cell turns out to be. Its sum proves it, wherever in the file it lies. */
export type Find =
  | { readonly kind: 'owner'; readonly number: number; readonly name: string; readonly sequence: number }
  /** The index of owners by name, for a number whose own record is lost. */
  | { readonly kind: 'owner-name'; readonly number: number; readonly name: string }
  | { readonly kind: 'row'; readonly key: number; readonly columns: RowColumns }
  | {
      readonly kind: 'removed'
      readonly key: number
      readonly owner: number
      readonly shelf: string
      readonly id: string
    }
  | { readonly kind: 'blob'; readonly owner: number; readonly id: string; readonly bytes: Uint8Array }
  | {
      readonly kind: 'blob-list'
      readonly owner: number
      readonly id: string
      readonly list: number
      readonly pieces: number
    }
  | {
      readonly kind: 'blob-piece'
      readonly owner: number
      readonly list: number
      readonly place: number
      readonly bytes: Uint8Array
    }
  /** The index by parent names a row, which may or may not be found. */
  | {
      readonly kind: 'named'
      readonly key: number
      readonly owner: number
      readonly shelf: string
      readonly parent: string
      readonly order: number
      readonly id: string
    }
  /** The index by ref names a row under a ref, which says where a lost row belongs. */
  | {
      readonly kind: 'ref'
      readonly owner: number
      readonly ref: string
      readonly shelf: string
      readonly order: number
      readonly id: string
    }
  /** Bytes of a blob that are not as they were written. */
  | { readonly kind: 'broken-blob' }

export interface RowColumns {
  readonly owner: number
  readonly shelf: string
  readonly id: string
  readonly parent: string
  readonly order: number
  readonly version: number
  readonly refs: string
  readonly sum: number
  readonly body: Uint8Array
}

/** Every proven record of every page, also of pages that are no longer referenced. */
export function* carve(file: PageFile, page: number): Generator<Find> {
  for (const cell of readCells(file, page)) {
    const find = recognise(cell)
    if (find !== null) yield find
  }
}

function recognise({ key, values }: Cell): Find | null {
  if (values === null) return null
  return key === null ? recogniseIndexed(values) : recogniseRecord(key, values)
}

function recogniseRecord(key: number, values: readonly Value[]): Find | null {
  switch (values.length) {
    case 10:
      return recogniseRow(key, values)
    case 8:
      return recogniseOwner(key, values)
    case 6:
      return typeof values[2] === 'string' ? recogniseList(values) : recognisePiece(values)
    case 5:
      return typeof values[2] === 'string' && typeof values[3] === 'string'
        ? recogniseRemoved(key, values)
        : recogniseBlob(values)
    default:
      return null
  }
}

/** What an index says has no sum: it is believed only where the record itself is lost. */
function recogniseIndexed(values: readonly Value[]): Find | null {
  switch (values.length) {
    case 6:
      return recogniseName(values)
    case 5:
      return recogniseRef(values)
    case 2:
      return recogniseOwnerName(values)
    default:
      return null
  }
}

function recogniseRow(key: number, values: readonly Value[]): Find | null {
  const [, owner, shelf, id, parent, order, version, refs, sum, body] = values
  if (
    typeof owner === 'number' &&
    typeof shelf === 'string' &&
    typeof id === 'string' &&
    typeof parent === 'string' &&
    typeof order === 'number' &&
    typeof version === 'number' &&
    typeof refs === 'string' &&
    typeof sum === 'number' &&
    body instanceof Uint8Array &&
    owner === ownerOf(key) &&
    rowSum(key, shelf, id, parent, order, version, refs, body) === sum
  ) {
    return { kind: 'row', key, columns: { owner, shelf, id, parent, order, version, refs, sum, body } }
  }
  return null
}

function recogniseOwner(number: number, values: readonly Value[]): Find | null {
  const [, name, sequence] = values
  if (typeof name !== 'string' || typeof sequence !== 'number' || ownerSum(number, name) !== values[7]) return null
  return { kind: 'owner', number, name, sequence }
}

function recogniseRemoved(key: number, values: readonly Value[]): Find | null {
  const [, owner, shelf, id, sum] = values
  if (typeof owner !== 'number' || typeof shelf !== 'string' || typeof id !== 'string') return null
  return removedSum(key, shelf, id) === sum && owner === ownerOf(key)
    ? { kind: 'removed', key, owner, shelf, id }
    : null
}

function recogniseBlob(values: readonly Value[]): Find | null {
  const [, owner, id, sum, bytes] = values
  if (typeof owner !== 'number' || typeof id !== 'string' || !(bytes instanceof Uint8Array)) return null
  return blobSum(owner, id, bytes) === sum ? { kind: 'blob', owner, id, bytes } : { kind: 'broken-blob' }
}

function recogniseList(values: readonly Value[]): Find | null {
  const [, owner, id, list, pieces, sum] = values
  if (typeof owner !== 'number' || typeof id !== 'string' || typeof list !== 'number' || typeof pieces !== 'number') {
    return null
  }
  return blobListSum(owner, id, list, pieces) === sum ? { kind: 'blob-list', owner, id, list, pieces } : null
}

/** One that is damaged shows when its list is put together. */
function recognisePiece(values: readonly Value[]): Find | null {
  const [, owner, list, place, sum, bytes] = values
  if (typeof owner !== 'number' || typeof list !== 'number' || typeof place !== 'number') return null
  if (!(bytes instanceof Uint8Array) || pieceSum(owner, list, place, bytes) !== sum) return null
  return { kind: 'blob-piece', owner, list, place, bytes }
}

function recogniseName(values: readonly Value[]): Find | null {
  const [owner, shelf, parent, order, id, key] = values
  if (
    typeof owner === 'number' &&
    typeof shelf === 'string' &&
    typeof parent === 'string' &&
    typeof order === 'number' &&
    typeof id === 'string' &&
    typeof key === 'number' &&
    owner === ownerOf(key)
  ) {
    return { kind: 'named', key, owner, shelf, parent, order, id }
  }
  return null
}

function recogniseOwnerName([name, number]: readonly Value[]): Find | null {
  return typeof name === 'string' && typeof number === 'number' ? { kind: 'owner-name', number, name } : null
}

function recogniseRef(values: readonly Value[]): Find | null {
  const [owner, ref, shelf, order, id] = values
  if (
    typeof owner === 'number' &&
    typeof ref === 'string' &&
    typeof shelf === 'string' &&
    typeof order === 'number' &&
    typeof id === 'string'
  ) {
    return { kind: 'ref', owner, ref, shelf, order, id }
  }
  return null
}

function ownerOf(key: number): number {
  return Math.floor(key / keyRange(1).first)
}
