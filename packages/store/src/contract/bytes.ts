/** WebCrypto and streams refuse memory that another thread may change: such bytes are copied, all others are not. */
export function plainBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes)
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += DIGITS[byte]
  return text
}
