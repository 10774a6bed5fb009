const BLOCK_BYTES = 256 * 1024

/** Bytes that many streams send. What is added in turn lies side by side, and whoever sends it in that order needs no copy. */
export interface SharedBytes {
  add(bytes: Uint8Array): Uint8Array
}

export function createSharedBytes(): SharedBytes {
  let block = new Uint8Array(0)
  let used = 0
  return {
    add(bytes) {
      if (bytes.length > BLOCK_BYTES) return bytes
      if (used + bytes.length > block.length) {
        block = new Uint8Array(BLOCK_BYTES)
        used = 0
      }
      const kept = block.subarray(used, used + bytes.length)
      kept.set(bytes)
      used += bytes.length
      return kept
    },
  }
}

/** One after another; where they lie side by side, as they are. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const merged: Uint8Array[] = []
  let length = 0
  for (const piece of pieces) {
    const last = merged.at(-1)
    length += piece.length
    if (last === undefined || !isBeside(last, piece)) merged.push(piece)
    else merged[merged.length - 1] = new Uint8Array(last.buffer, last.byteOffset, last.length + piece.length)
  }
  const [only] = merged
  if (merged.length === 1 && only !== undefined) return only
  const joined = new Uint8Array(length)
  let at = 0
  for (const piece of merged) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

function isBeside(one: Uint8Array, next: Uint8Array): boolean {
  return one.buffer === next.buffer && one.byteOffset + one.length === next.byteOffset
}
