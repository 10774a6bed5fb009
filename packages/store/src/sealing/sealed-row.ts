import type { ReadRow, Row } from '../store.ts'
import { BrokenSeal, openBytes, type Packed, pack } from './seal-bytes.ts'
import type { SealKey } from './seal-key.ts'

/** A row's own refs travel inside its seal, in front of its body: their length in four bytes, the refs as JSON, the body. */
export function packRow(refs: readonly string[], body: Uint8Array): Promise<Packed> {
  const written = new TextEncoder().encode(JSON.stringify(refs))
  const plain = new Uint8Array(4 + written.length + body.length)
  new DataView(plain.buffer).setUint32(0, written.length)
  plain.set(written, 4)
  plain.set(body, 4 + written.length)
  return pack(plain)
}

/** Opens a row. What cannot be opened costs that row alone; its refs are only known as hashes, so none are given. */
export async function openRow(keys: ReadonlyMap<string, SealKey>, shelf: string, row: ReadRow): Promise<ReadRow> {
  if ('unreadable' in row) return { ...row, refs: [] }
  const { body, ...rest } = row
  try {
    const plain = await openBytes(keys, body, authenticatedRow({ shelf, ...rest }))
    return { ...rest, ...unpackRow(plain) }
  } catch (error) {
    if (error instanceof BrokenSeal) return { ...rest, refs: [], unreadable: error.message }
    throw error
  }
}

/**
 * What a seal holds fast besides the body. As JSON, no two different rows can give the same bytes. It does not show that a whole
 * row, its version included, was put back as it once was: that would take a seal over all rows.
 */
export function authenticatedRow(row: Omit<Row, 'body'> & { readonly shelf: string }): Uint8Array {
  const refs = [...new Set(row.refs)].sort()
  return encode(['row', row.shelf, row.id, row.parent, row.order, row.version, refs])
}

export function authenticatedBlob(sealedId: string): Uint8Array {
  return encode(['blob', sealedId])
}

function encode(fields: readonly (string | number | readonly string[])[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(fields))
}

function unpackRow(plain: Uint8Array): Pick<Row, 'refs' | 'body'> {
  const length = new DataView(plain.buffer, plain.byteOffset, plain.byteLength).getUint32(0)
  const refs: unknown = JSON.parse(new TextDecoder().decode(plain.subarray(4, 4 + length)))
  if (!isTexts(refs)) throw new Error('a sealed row does not begin with its refs')
  return { refs, body: plain.subarray(4 + length) }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}
