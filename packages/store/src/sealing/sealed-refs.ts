import { toHex } from '../to-hex.ts'

/**
 * The keyed hashes that stand for refs and blob ids: equal ones can be found and counted, none can be read or guessed.
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
  // JSON escapes lone surrogates, which UTF-8 would make all the same.
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
