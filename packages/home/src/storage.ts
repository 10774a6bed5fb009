import type { Storage } from '@stet/api'
import type { Store } from '@stet/store'
import { sweepStore } from './housekeeping.ts'

interface StorageDeps {
  readonly store: Store
  readonly clock: () => number
  /** How much more can be stored where the home is; absent where that is unknown. */
  readonly freeSpace?: () => Promise<number>
}

/** How much a home stores, of how much (S5). */
export function createStorage({ store, clock, freeSpace }: StorageDeps): Storage {
  return {
    async use() {
      const { rowBytes, blobs, blobBytes } = await store.usage()
      const bytes = rowBytes + blobBytes
      const free = freeSpace === undefined ? null : await freeSpace()
      return { bytes, limit: free === null ? null : bytes + free, files: blobs, fileBytes: blobBytes }
    },
    async sweep() {
      const before = (await store.usage()).blobBytes
      const { deleted } = await sweepStore(store, clock())
      return { deleted, bytes: Math.max(0, before - (await store.usage()).blobBytes) }
    },
  }
}
