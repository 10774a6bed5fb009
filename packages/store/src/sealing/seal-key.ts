import { plainBytes } from '../plain-bytes.ts'
import { toHex } from '../to-hex.ts'
import { KEY_BYTES } from './key-text.ts'

/** A key ready to seal with. Its id stands in clear in front of everything sealed with it, and says nothing about it. */
export interface SealKey {
  readonly id: string
  readonly bytes: Uint8Array
  readonly cipher: CryptoKey
}

export const KEY_ID_BYTES = 8

export async function toSealKey(bytes: Uint8Array): Promise<SealKey> {
  if (bytes.length !== KEY_BYTES) throw new Error(`a key has ${KEY_BYTES} bytes, not ${bytes.length}`)
  const id = toHex(await deriveBytes(bytes, 'stet key id', KEY_ID_BYTES))
  const cipherBytes = await deriveBytes(bytes, 'stet seal', KEY_BYTES)
  const cipher = await crypto.subtle.importKey('raw', cipherBytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return { id, bytes: bytes.slice(), cipher }
}

/** The secret of a store's index terms, made from its first key and carried along when the key changes. */
export function firstIndexSecret(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return deriveBytes(bytes, 'stet index', KEY_BYTES)
}

async function deriveBytes(bytes: Uint8Array, purpose: string, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const source = await crypto.subtle.importKey('raw', plainBytes(bytes), 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode(purpose)
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, source, length * 8))
}
