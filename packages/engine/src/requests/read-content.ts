import type { RequestRecord, Store } from '@stet/store'
import { readSheet } from './read-sheet.ts'
import type { RequestContent } from './request-content.ts'
import { fromSheet } from './sheet.ts'

/** What a request said, byte for byte; null when its message was deleted. Throws `UnreadableSheet` when it cannot be read. */
export async function readContent(store: Store, { manifest }: RequestRecord): Promise<RequestContent | null> {
  return manifest === null ? null : fromSheet(await readSheet(store, manifest))
}
