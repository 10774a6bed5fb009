import { BLOB_GRACE_MS } from '../contract/blobs.ts'
import type { BlobReader } from '../contract/store.ts'

interface KeptBlob {
  readonly pieces: readonly Uint8Array[]
  /** When a sweep first saw that no row names it; null before that. */
  since: number | null
  marked: boolean
}

/** The blobs of one owner. */
export class MemoryBlobs {
  readonly #kept = new Map<string, KeptBlob>()

  /** The pieces are not copied. */
  put(id: string, pieces: readonly Uint8Array[], now: number): void {
    this.#kept.set(id, { pieces, since: now, marked: false })
  }

  open(id: string): BlobReader | null {
    const pieces = this.#kept.get(id)?.pieces
    if (pieces === undefined) return null
    return {
      sizes: pieces.map(piece => piece.length),
      async piece(place) {
        const piece = pieces[place]
        if (piece === undefined) throw new RangeError(`blob ${id} has no piece ${place}`)
        return piece.slice()
      },
    }
  }

  isLive(id: string): boolean {
    return this.#kept.get(id)?.marked === false
  }

  release(ids: readonly string[]): void {
    for (const id of ids) {
      const blob = this.#kept.get(id)
      if (blob !== undefined) blob.since = null
    }
  }

  deleteReleased(ids: readonly string[], isNamed: (id: string) => boolean): number {
    const gone = ids.filter(id => this.#kept.get(id)?.since === null && !isNamed(id))
    for (const id of gone) this.#kept.delete(id)
    return gone.length
  }

  sweep(now: number, isNamed: (id: string) => boolean): { marked: number; deleted: number } {
    let marked = 0
    let deleted = 0
    for (const [id, blob] of this.#kept) {
      if (isNamed(id)) continue
      if (blob.marked) {
        this.#kept.delete(id)
        deleted += 1
      } else if (blob.since !== null && blob.since <= now - BLOB_GRACE_MS) {
        blob.marked = true
        marked += 1
      } else if (blob.since === null || blob.since > now) {
        blob.since = now
      }
    }
    return { marked, deleted }
  }

  usage(): { blobs: number; blobBytes: number } {
    let blobBytes = 0
    for (const { pieces } of this.#kept.values()) for (const piece of pieces) blobBytes += piece.length
    return { blobs: this.#kept.size, blobBytes }
  }
}
