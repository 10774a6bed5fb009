import { sha256 } from '@noble/hashes/sha2.js'
import { blobId, PIECE_BYTES } from './blobs.ts'
import { toHex } from './bytes.ts'
import type { BlobReader, Blobs, BlobWriter } from './store.ts'

/** What arrived is larger than it may be. Nothing of it is stored. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge'
  readonly limit: number

  constructor(limit: number) {
    super(`larger than ${limit} bytes`)
    this.limit = limit
  }
}

export interface Receiving {
  /** The most bytes that are taken. */
  readonly limit: number
  readonly clock: () => number
}

export interface Received {
  /** The SHA-256 of the bytes, in hex. */
  readonly id: string
  readonly size: number
}

/**
 * Stores bytes while they arrive, in constant memory. Throws what the source throws, `BlobTooLarge`, or what the store throws; in each case
 * nothing is left behind.
 */
export async function receiveBlob(
  blobs: Blobs,
  source: AsyncIterable<Uint8Array>,
  { limit, clock }: Receiving,
): Promise<Received> {
  const pieces = toPieces(source, limit)
  try {
    const first = (await pieces.next()).value
    const second = (await pieces.next()).value
    // WebCrypto hashes no stream, and is much faster where there is none.
    if (second === undefined) return await putWhole(blobs, first ?? new Uint8Array(), clock())
    return await putPieces(await blobs.receive(clock()), chain([first ?? new Uint8Array(), second], pieces))
  } finally {
    // Ends the source where the store refused what came from it.
    await pieces.return(undefined)
  }
}

async function putWhole(blobs: Blobs, bytes: Uint8Array, now: number): Promise<Received> {
  const id = await blobId(bytes)
  await blobs.put(id, bytes, now)
  return { id, size: bytes.length }
}

async function putPieces(writer: BlobWriter, pieces: AsyncIterable<Uint8Array>): Promise<Received> {
  try {
    const hash = sha256.create()
    let size = 0
    for await (const piece of pieces) {
      hash.update(piece)
      size += piece.length
      await writer.add(piece)
    }
    const id = toHex(hash.digest())
    await writer.finish(id)
    return { id, size }
  } catch (error) {
    await writer.discard()
    throw error
  }
}

async function* chain<Item>(first: readonly Item[], rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* first
  yield* rest
}

/** Whole pieces but for the last, whatever the chunks of the source. */
async function* toPieces(
  source: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array, undefined, undefined> {
  let piece = new Uint8Array(PIECE_BYTES)
  let filled = 0
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > limit) throw new BlobTooLarge(limit)
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + PIECE_BYTES - filled)
      piece.set(taken, filled)
      at += taken.length
      filled += taken.length
      if (filled < PIECE_BYTES) continue
      yield piece
      piece = new Uint8Array(PIECE_BYTES)
      filled = 0
    }
  }
  if (filled > 0) yield piece.subarray(0, filled)
}

export function sizeOf({ sizes }: BlobReader): number {
  return sizes.reduce((total, size) => total + size, 0)
}

/** The bytes from `from` to `to` (exclusive), a piece at a time. */
export async function* readRange(blob: BlobReader, from: number, to: number): AsyncGenerator<Uint8Array> {
  let start = 0
  for (const [place, size] of blob.sizes.entries()) {
    const end = start + size
    if (end > from && start < to) {
      const piece = await blob.piece(place)
      yield piece.subarray(Math.max(0, from - start), Math.min(size, to - start))
    }
    start = end
  }
}

/** All pieces in one. */
export async function readWhole(blob: BlobReader): Promise<Uint8Array> {
  const whole = new Uint8Array(sizeOf(blob))
  let at = 0
  for (const place of blob.sizes.keys()) {
    const piece = await blob.piece(place)
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
