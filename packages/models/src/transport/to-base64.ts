/** More arguments than this to one call overflow the stack of some browsers. */
const PIECE = 0x8000

export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let from = 0; from < bytes.length; from += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(from, from + PIECE))
  }
  return btoa(binary)
}

/** Null where the text is no base64. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0))
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
