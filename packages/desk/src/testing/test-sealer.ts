import { makeKey, openBytes, sealBytes, toSealKey } from '@stet/store'
import type { Sealer } from '../providers/sealer.ts'

/** A sealer with a key of its own, as a home makes one. */
export async function createTestSealer(): Promise<Sealer> {
  const key = await toSealKey(makeKey())
  const keys = new Map([[key.id, key]])
  const bytes = (text: string) => new TextEncoder().encode(text)
  return {
    seal: (plain, boundTo) => sealBytes(key, plain, bytes(boundTo)),
    open: (sealed, boundTo) => openBytes(keys, sealed, bytes(boundTo)),
  }
}
