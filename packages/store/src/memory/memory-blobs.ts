import { BLOB_GRACE_MS } from '../contract/blobs.ts'

interface KeptBlob {
  readonly bytes: Uint8Array
  /** Since when no row is known to name it; null until a sweep sees that none does. */
  since: number | null
  marked: boolean
}

/** The blobs of one owner. */
export class MemoryBlobs {
  readonly #kept = new Map<string, KeptBlob>()

  put(id: string, bytes: Uint8Array, now: number): void {
    this.#kept.set(id, { bytes: bytes.slice(), since: now, marked: false })
  }

  get(id: string): Uint8Array | null {
    return this.#kept.get(id)?.bytes.slice() ?? null
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
    for (const { bytes } of this.#kept.values()) blobBytes += bytes.length
    return { blobs: this.#kept.size, blobBytes }
  }
}
