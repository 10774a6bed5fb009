export const KEY_BYTES = 32
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const LENGTH = 52
/** What people write for letters that look the same; the alphabet leaves out 0, 1, 8 and 9. */
const LOOKALIKES: Readonly<Record<string, string>> = { '0': 'O', '1': 'I or L', '8': 'B' }

/** The typed text is no key. `message` is for the person who typed it; it never contains the key. */
export class KeyTextError extends Error {
  override readonly name = 'KeyTextError'
}

export function makeKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES))
}

/** 52 characters of base32, as a person writes them down. */
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
