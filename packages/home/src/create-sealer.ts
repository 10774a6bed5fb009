import type { Sealer } from '@stet/desk'
import { keyedHash, openBytes, sealBytes, toSealKey } from '@stet/store'

/** Seals credentials with the home's own key. The key never leaves this function. */
export async function createSealer(keyBytes: Uint8Array): Promise<Sealer> {
  const key = await toSealKey(keyBytes)
  const keys = new Map([[key.id, key]])
  const encoder = new TextEncoder()
  return {
    seal: (plain, boundTo) => sealBytes(key, plain, encoder.encode(boundTo)),
    open: (sealed, boundTo) => openBytes(keys, sealed, encoder.encode(boundTo)),
    hash: plain => keyedHash(key, plain),
  }
}
