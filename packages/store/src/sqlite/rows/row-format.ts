import type { SQLOutputValue } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { ReadRow, UnreadableRow } from '../../contract/store.ts'
import { StoreError } from '../../contract/store-error.ts'
import { toInteger } from '../file/connection.ts'

export type SqlRecord = Record<string, SQLOutputValue>

/** The columns of a row, in the order in which statements that read whole rows return them, as arrays. `shelf` may follow. */
export const ROW_COLUMNS = ['key', 'id', 'parent', 'ord', 'version', 'refs', 'sum', 'body'] as const

/** A row that does not match its sum is returned as unreadable, with what can be read of it. */
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

const NO_REFS: readonly string[] = []

/** Each ref after a line break of its own, so that no ref and one empty ref differ. */
export function formatRefs(refs: readonly string[]): string {
  let text = ''
  for (const ref of refs) text += `\n${isPlain(ref) ? ref : escapeRef(ref)}`
  return text
}

/** The inverse of `formatRefs`. Damaged text gives wrong refs: only the sum shows it. */
export function parseRefs(text: string): readonly string[] {
  if (text === '') return NO_REFS
  const refs = text.includes('\n', 1) ? text.slice(1).split('\n') : [text.slice(1)]
  return text.includes('\\') ? refs.map(unescapeRef) : refs
}

function isPlain(ref: string): boolean {
  return !ref.includes('\n') && !ref.includes('\\')
}

function escapeRef(ref: string): string {
  return ref.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function unescapeRef(ref: string): string {
  return ref.replaceAll(/\\([\\n])/g, (_, escaped) => (escaped === 'n' ? '\n' : '\\'))
}

/**
 * A row's key is its owner's number and the sequence number of its last change in one safe integer, so that rows lie in the
 * order of `changes` and a search index that uses the key finds the newest first.
 */
const SEQUENCES = 2 ** 38
const OWNERS = 2 ** 15

/** The key range of an owner: `first` is below and `last` above each of its keys. */
export function keyRange(owner: number): { readonly first: number; readonly last: number } {
  return { first: owner * SEQUENCES, last: (owner + 1) * SEQUENCES }
}

export function toKey(owner: number, sequence: number): number {
  if (sequence >= SEQUENCES) throw new StoreError('full', `owner ${owner} has used up its sequence numbers`)
  return owner * SEQUENCES + sequence
}

export function toSequence(key: number): number {
  return key % SEQUENCES
}

export function assertOwnerNumber(owner: number): void {
  if (owner >= OWNERS) throw new StoreError('full', `a database on one machine holds ${OWNERS - 1} owners`)
}

/** Over everything that a row is, so that a byte that changed on the disk costs this row and no other. */
export function rowSum(
  key: number,
  shelf: string,
  id: string,
  parent: string,
  order: number,
  version: number,
  refs: string,
  body: Uint8Array,
): number {
  const texts = mixText(mixText(mixText(mixText(START, shelf), id), parent), refs)
  return crc32(body, mixNumber(mixNumber(mixNumber(texts, key), order), version) >>> 0)
}

export function ownerSum(number: number, name: string): number {
  return mixNumber(mixText(START, name), number) >>> 0
}

export function removedSum(key: number, shelf: string, id: string): number {
  return mixNumber(mixText(mixText(START, shelf), id), key) >>> 0
}

export function blobSum(owner: number, id: string, bytes: Uint8Array): number {
  return crc32(bytes, mixNumber(mixText(START, id), owner) >>> 0)
}

export function pieceSum(owner: number, list: number, place: number, bytes: Uint8Array): number {
  return crc32(bytes, mixNumber(mixNumber(mixNumber(START, owner), list), place) >>> 0)
}

export function blobListSum(owner: number, id: string, list: number, pieces: number): number {
  return mixNumber(mixNumber(mixNumber(mixText(START, id), owner), list), pieces) >>> 0
}

// FNV-1a. Over short text it takes a third of the time that handing the text to zlib does, which every row read would pay.
const START = 0x811c9dc5
const PRIME = 0x01000193
const TEXT_END = 0x10000

function mixText(hash: number, text: string): number {
  let mixed = hash
  for (let at = 0; at < text.length; at += 1) mixed = Math.imul(mixed ^ text.charCodeAt(at), PRIME)
  return Math.imul(mixed ^ TEXT_END, PRIME)
}

function mixNumber(hash: number, number: number): number {
  return Math.imul(Math.imul(hash ^ (number | 0), PRIME) ^ ((number / 2 ** 32) | 0), PRIME)
}
