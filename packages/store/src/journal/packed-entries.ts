const encoder = new TextEncoder()
/** Of one UTF-16 unit in UTF-8. */
const MOST_BYTES = 3

/** The entries of one stream in one commit share a row: each is its length in four bytes, then its bytes. */
export function packEntries(entries: readonly string[]): Uint8Array {
  const packed = new Uint8Array(entries.reduce((size, entry) => size + 4 + entry.length * MOST_BYTES, 0))
  const view = new DataView(packed.buffer)
  let at = 0
  for (const entry of entries) {
    const { written } = encoder.encodeInto(entry, packed.subarray(at + 4))
    view.setUint32(at, written)
    at += 4 + written
  }
  return packed.subarray(0, at)
}

export function unpackEntries(packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const entries: Uint8Array[] = []
  let at = 0
  while (at < packed.length) {
    const start = at + 4
    const end = start <= packed.length ? start + view.getUint32(at) : start
    if (end > packed.length) throw new Error(`packed entries end at ${packed.length}, in the middle of one`)
    entries.push(packed.slice(start, end))
    at = end
  }
  return entries
}
