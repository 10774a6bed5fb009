import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'

const HEADER = 32
const FRAME_HEADER = 24
const MAGIC = 0x377f0682

/**
 * Where the newest committed state of each page is in a log. A frame is proven by the sum in the frame before it, so a
 * damaged one costs its page and not all that follow.
 */
export function readWalFrames(file: string, pageSize: number): ReadonlyMap<number, number> {
  const committed = new Map<number, number>()
  if (!existsSync(file) || statSync(file).size < HEADER) return committed
  const descriptor = openSync(file, 'r')
  try {
    const header = read(descriptor, 0, HEADER)
    if ((header.readUInt32BE(0) & ~1) >>> 0 !== MAGIC || header.readUInt32BE(8) !== pageSize) return committed
    const bigEndian = (header.readUInt32BE(0) & 1) === 1
    const salts = header.subarray(16, 24)
    const waiting = new Map<number, number>()
    let before = header.subarray(24, 32)
    for (let at = HEADER; at + FRAME_HEADER + pageSize <= statSync(file).size; at += FRAME_HEADER + pageSize) {
      const frame = read(descriptor, at, FRAME_HEADER + pageSize)
      // Frames after the last reset of the log have older salts.
      if (Buffer.compare(frame.subarray(8, 16), salts) !== 0) break
      if (isProven(frame, before, bigEndian)) waiting.set(frame.readUInt32BE(0), at + FRAME_HEADER)
      before = frame.subarray(16, 24)
      if (frame.readUInt32BE(4) === 0) continue
      for (const [page, place] of waiting) committed.set(page, place)
      waiting.clear()
    }
    return committed
  } finally {
    closeSync(descriptor)
  }
}

function isProven(frame: Buffer, before: Buffer, bigEndian: boolean): boolean {
  const sums = new Uint32Array([before.readUInt32BE(0), before.readUInt32BE(4)])
  addToSums(sums, frame.subarray(0, 8), bigEndian)
  addToSums(sums, frame.subarray(FRAME_HEADER), bigEndian)
  return sums[0] === frame.readUInt32BE(16) && sums[1] === frame.readUInt32BE(20)
}

/** SQLite's sum over pairs of words; a Uint32Array keeps it to 32 bits. */
function addToSums(sums: Uint32Array, bytes: Buffer, bigEndian: boolean): void {
  let first = sums[0] ?? 0
  let second = sums[1] ?? 0
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + second + (bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))) >>> 0
    second = (second + first + (bigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4))) >>> 0
  }
  sums[0] = first
  sums[1] = second
}

function read(descriptor: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  readSync(descriptor, bytes, 0, length, at)
  return bytes
}
