import type { Put, ReadRow, Row } from '../store.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function toBytes(text: string): Uint8Array {
  return encoder.encode(text)
}

export function fromBytes(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** A new row of the shelf `messages`, unless told otherwise. */
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

/** The row that a put makes. `order` is where it stands when it was put as `next`. */
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
