import { StoreError } from '../store-error.ts'

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
