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
  const runs = runsIn(pieces)
  const [only] = runs
  if (runs.length === 1 && only !== undefined) return only
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const run of runs) {
    joined.set(run, at)
    at += run.length
  }
  return joined
}

/** What lies side by side as one. */
function runsIn(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  const runs: Uint8Array[] = []
  let [first] = pieces
  let end = 0
  for (const [index, piece] of pieces.entries()) {
    end = piece.byteOffset + piece.length
    const next = pieces[index + 1]
    if (first === undefined || (next !== undefined && next.buffer === piece.buffer && next.byteOffset === end)) continue
    runs.push(first === piece ? piece : new Uint8Array(first.buffer, first.byteOffset, end - first.byteOffset))
    first = next
  }
  return runs
}
