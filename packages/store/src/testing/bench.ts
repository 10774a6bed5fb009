import type { Put, ReadRow, Row, SearchableStore, SearchSource, Store } from '../contract/store.ts'

/** A fresh and empty backend. A wrapper such as sealing opens its stores asynchronously. */
export interface DatabaseUnderTest<Opened extends Store = Store> {
  openStore(owner: string): Opened | Promise<Opened>
  close(): Promise<void>
}

export type MakeDatabase = () => Promise<DatabaseUnderTest>

export type MakeSearchableDatabase = (sources: readonly SearchSource[]) => Promise<DatabaseUnderTest<SearchableStore>>

/** A fresh database for each test of the suite. */
export interface Bench {
  database(): DatabaseUnderTest
  /** The store of the owner `ada`. */
  store(): Store
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function toBytes(text: string): Uint8Array {
  return encoder.encode(text)
}

export function fromBytes(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** A new row of the shelf `messages`, by default. */
export function makePut(id: string, more: Partial<Put> = {}): Put {
  return {
    kind: 'put',
    shelf: 'messages',
    id,
    parent: 'chat',
    order: 'next',
    expect: 0,
    refs: [],
    body: toBytes(`body of ${id}`),
    ...more,
  }
}

/** The row that a put makes. `order` is where it is when it was put as `next`. */
export function toRow(put: Put, order: number): Row {
  const { id, parent, refs, body, expect } = put
  return { id, parent, order, version: expect + 1, refs, body }
}

export function idsOf(rows: readonly ReadRow[]): readonly string[] {
  return rows.map(row => row.id)
}

/** Comparing megabytes one expectation at a time would take seconds. */
export function areSame(left: Uint8Array | null, right: Uint8Array): boolean {
  return left?.length === right.length && left.every((byte, at) => byte === right[at])
}
