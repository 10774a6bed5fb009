import { toHex } from '../contract/bytes.ts'
import type { ReadRow, Row } from '../contract/store.ts'
import { BrokenSeal, openBytes, type Packed, pack } from './seal-bytes.ts'
import type { SealKey } from './seal-key.ts'

/** A row's own refs are inside its seal, before its body: their length in four bytes, the refs as JSON, the body. */
export function packRow(refs: readonly string[], body: Uint8Array): Promise<Packed> {
  const written = new TextEncoder().encode(JSON.stringify(refs))
  const plain = new Uint8Array(4 + written.length + body.length)
  new DataView(plain.buffer).setUint32(0, written.length)
  plain.set(written, 4)
  plain.set(body, 4 + written.length)
  return pack(plain)
}

/** Opens a row. One that cannot be opened is unreadable; its refs are only known as hashes, so none are returned. */
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
 * What a seal authenticates besides the body. As JSON, no two different rows can give the same bytes. It does not show that a whole
 * row, its version included, was put back as it once was: that would take a seal over all rows.
 */
export function authenticatedRow(row: Omit<Row, 'body'> & { readonly shelf: string }): Uint8Array {
  const refs = [...new Set(row.refs)].sort()
  return encode(['row', row.shelf, row.id, row.parent, row.order, row.version, refs])
}

export function authenticatedBlob(sealedId: string): Uint8Array {
  return encode(['blob', sealedId])
}

export function authenticatedList(sealedId: string): Uint8Array {
  return encode(['blob-list', sealedId])
}

export function authenticatedPiece(nonce: string, place: number): Uint8Array {
  return encode(['blob-piece', nonce, place])
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

/**
 * The keyed hashes of refs and blob ids: equal ones can be found and counted, none can be read or guessed.
 * A `blob:` ref keeps its prefix, because the backend must see which blobs a row keeps alive.
 */
export interface SealedRefs {
  toSealedRef(ref: string): Promise<string>
  toSealedBlobId(id: string): Promise<string>
}

const BLOB = 'blob:'
const REF_BYTES = 16

export async function createSealedRefs(indexSecret: Uint8Array<ArrayBuffer>): Promise<SealedRefs> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', indexSecret, algorithm, false, ['sign'])
  // JSON escapes lone surrogates, which UTF-8 would make anyway.
  const hash = async (kind: string, value: string) =>
    new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(JSON.stringify([kind, value]))))

  async function toSealedBlobId(id: string) {
    return toHex(await hash('blob', id))
  }
  return {
    toSealedBlobId,
    async toSealedRef(ref) {
      if (ref.startsWith(BLOB)) return BLOB + (await toSealedBlobId(ref.slice(BLOB.length)))
      return `ref:${toHex((await hash('ref', ref)).subarray(0, REF_BYTES))}`
    },
  }
}
