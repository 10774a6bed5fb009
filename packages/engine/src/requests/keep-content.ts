import { blobId, type RequestManifest, type Store } from '@stet/store'
import type { RequestContent } from './request-content.ts'

/** Keeps what a request says, and gives the way back to it. */
export async function keepContent(store: Store, content: RequestContent, at: number): Promise<RequestManifest> {
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  const pack = await blobId(bytes)
  await store.blobs.put(pack, bytes, at)
  return { base: null, depth: 0, pack, packs: [] }
}
