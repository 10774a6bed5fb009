import type { RequestId } from '@stet/history'
import { blobId, type RequestManifest, type Store } from '@stet/store'
import type { Log } from '../runtime/log.ts'
import { type KeptSheet, toFlatPack, toPack } from './kept-sheet.ts'
import { encodePack } from './pack.ts'
import { readManifest, readSheet } from './read-sheet.ts'
import { type RequestContent, toSheet, UnreadableSheet } from './sheet.ts'
import type { SheetMemory } from './sheet-memory.ts'
import { noPlaces, placesOf } from './text-places.ts'

/** Beyond, a request names the packs it needs itself: what is read for one request must not grow with the chat. */
export const MOST_BASES = 256

interface ContentDeps {
  readonly store: Store
  readonly sheets: SheetMemory
  readonly log: Log
}

export interface Keeping {
  readonly id: RequestId
  /** An earlier request that says much of the same. */
  readonly base: RequestId | null
  readonly at: number
}

/** Keeps what a request says that its base does not, and gives the way back to all of it. */
export async function keepContent(
  deps: ContentDeps,
  content: RequestContent,
  { id, base, at }: Keeping,
): Promise<RequestManifest> {
  const { store, sheets } = deps
  const sheet = toSheet(content)
  const before = base === null ? null : await findBase(deps, base)
  const isFlat = before !== null && before.depth >= MOST_BASES
  const { pack, others } = isFlat ? toFlatPack(sheet, before.sheet) : toPack(sheet, before?.sheet ?? null)
  const bytes = encodePack(pack)
  const blob = await blobId(bytes)
  await store.blobs.put(blob, bytes, at)
  const known = before === null || isFlat ? noPlaces : before.sheet.places
  sheets.set(id, { ...sheet, places: placesOf(pack, { blob, others }, known) })
  if (before === null || isFlat) return { base: null, depth: 0, pack: blob, packs: others }
  return { base, depth: before.depth + 1, pack: blob, packs: others }
}

interface Base {
  readonly sheet: KeptSheet
  readonly depth: number
}

/** Null where the base has lost what it said, or cannot be read: the request then stands by itself. */
async function findBase({ store, sheets, log }: ContentDeps, id: RequestId): Promise<Base | null> {
  const manifest = await readManifest(store, id)
  if (manifest === null) return null
  try {
    return { sheet: sheets.get(id) ?? (await readSheet(store, manifest)), depth: manifest.depth }
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error
    log.warn('an earlier request cannot be built on', { requestId: id, error })
    return null
  }
}
