import { plainBytes } from './plain-bytes.ts'
import { toHex } from './to-hex.ts'

/** The id of a blob: the SHA-256 of its bytes, in hex. */
export async function blobId(bytes: Uint8Array): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', plainBytes(bytes))))
}
