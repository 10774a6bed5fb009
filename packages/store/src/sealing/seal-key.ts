import { plainBytes, toHex } from '../contract/bytes.ts'

/** A key ready for sealing. Its id precedes everything sealed with it, unencrypted, and reveals nothing about the key. */
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

/** A hash that nobody can compute or guess at without the key. */
export async function keyedHash({ bytes }: Pick<SealKey, 'bytes'>, plain: Uint8Array): Promise<string> {
  const secret = await deriveBytes(bytes, 'stet hash', KEY_BYTES)
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, plainBytes(plain))))
}

async function deriveBytes(bytes: Uint8Array, purpose: string, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const source = await crypto.subtle.importKey('raw', plainBytes(bytes), 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode(purpose)
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, source, length * 8))
}

export const KEY_BYTES = 32
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const LENGTH = 52
/** Digits that are often written for similar letters; the alphabet has no 0, 1, 8 and 9. */
const LOOKALIKES: Readonly<Record<string, string>> = { '0': 'O', '1': 'I or L', '8': 'B' }

/** The typed text is not a key. `message` is for the user; it never contains the key. */
export class KeyTextError extends Error {
  override readonly name = 'KeyTextError'
}

export function makeKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES))
}

/** 52 characters of base32, in groups, for the user to write down. */
export function toKeyText(key: Uint8Array): string {
  if (key.length !== KEY_BYTES) throw new Error(`a key has ${KEY_BYTES} bytes, not ${key.length}`)
  let bits = 0n
  for (const byte of key) bits = (bits << 8n) | BigInt(byte)
  bits <<= 4n
  let text = ''
  for (let at = LENGTH - 1; at >= 0; at -= 1) text += ALPHABET[Number((bits >> BigInt(at * 5)) & 31n)]
  return text
}

/** Takes lower case, spaces and dashes as they come. */
export function fromKeyText(text: string): Uint8Array {
  const typed = text.replace(/[\s-]/gu, '').toUpperCase()
  let bits = 0n
  let position = 0
  for (const character of typed) {
    position += 1
    const value = ALPHABET.indexOf(character)
    if (value === -1) throw new KeyTextError(unknownCharacter(character, position))
    bits = (bits << 5n) | BigInt(value)
  }
  if (position !== LENGTH) throw new KeyTextError(`A key has ${LENGTH} characters; this one has ${position}.`)
  if ((bits & 15n) !== 0n) throw new KeyTextError(`Character ${LENGTH} of the key cannot end one; please check it.`)
  bits >>= 4n
  return Uint8Array.from({ length: KEY_BYTES }, (_, at) => Number((bits >> BigInt((KEY_BYTES - 1 - at) * 8)) & 255n))
}

function unknownCharacter(character: string, position: number): string {
  const meant = LOOKALIKES[character]
  const hint = meant === undefined ? 'Keys use the letters A to Z and the digits 2 to 7.' : `Is it ${meant}?`
  return `Character ${position} of the key, "${character}", does not occur in keys. ${hint}`
}
