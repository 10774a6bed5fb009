import { sha256 } from '@noble/hashes/sha2.js'
import { plainBytes, toHex } from './bytes.ts'

/** Up to this size, hashing here is faster than WebCrypto, which costs a thread and a turn of the event loop. */
const SMALL_BYTES = 2048

/** The id of a blob: the SHA-256 of its bytes, in hex. */
export async function blobId(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= SMALL_BYTES) return toHex(sha256(bytes))
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', plainBytes(bytes))))
}

/** A piece is one write: a larger one would delay other work for longer than a page should wait. */
export const PIECE_BYTES = 1024 * 1024

/** How long an upload may wait for the row that names it. */
export const BLOB_GRACE_MS = 24 * 60 * 60 * 1000

const BLOB_REF = 'blob:'
const NONE: readonly string[] = []

/** The ids of the blobs that these refs keep alive. */
export function blobsNamed(refs: readonly string[]): readonly string[] {
  if (!refs.some(ref => ref.startsWith(BLOB_REF))) return NONE
  return refs.filter(ref => ref.startsWith(BLOB_REF)).map(ref => ref.slice(BLOB_REF.length))
}
