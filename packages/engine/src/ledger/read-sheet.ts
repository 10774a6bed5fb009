import type { RequestId } from '@stet/history'
import {
  fromRequestRow,
  REQUESTS_SHELF,
  type RequestManifest,
  type RequestRecord,
  type Store,
  StoreError,
} from '@stet/store'
import type { KeptSheet } from './kept-sheet.ts'
import { decodePack, type Pack } from './pack.ts'
import { fromSheet, type RequestContent, UnreadableSheet } from './sheet.ts'
import { noPlaces, placesOf } from './text-places.ts'

/** Blobs that are read at once. */
const AT_ONCE = 64

/** The manifest of a request; null for one that is gone or has none any more. */
export async function readManifest(store: Store, id: RequestId): Promise<RequestManifest | null> {
  const row = await store.get(REQUESTS_SHELF, id)
  const record = row === null ? null : fromRequestRow(row)
  return record === null || 'unreadable' in record ? null : record.manifest
}

/** A sheet from its pack and those of the requests before it. Throws `UnreadableSheet` when one of them cannot be read. */
export async function readSheet(store: Store, manifest: RequestManifest): Promise<KeptSheet> {
  const chain = await readChain(store, manifest)
  const packs = await readPacks(store, [...new Set(chain.flatMap(({ pack, packs: others }) => [pack, ...others]))])
  const packIn = (blob: string): Pack => {
    const pack = packs.get(blob)
    if (pack === undefined) throw new Error(`the pack ${blob} was not read`)
    return pack
  }
  let places = noPlaces
  for (const { pack: blob, packs: others } of chain.toReversed()) {
    places = placesOf(packIn(blob), { blob, others }, places)
  }
  const added = places.packs.map(blob => packIn(blob).added)
  const texts = Array.from(places.pack, (pack, index) => {
    const text = added[pack]?.[places.at[index] ?? -1]
    if (text === undefined) throw new UnreadableSheet(`a text of the pack ${manifest.pack} is not there`)
    return text
  })
  return { texts, places, shape: packIn(manifest.pack).shape }
}

/** A manifest, its base's, and so on to one that stands by itself. */
async function readChain(store: Store, first: RequestManifest): Promise<readonly RequestManifest[]> {
  const chain = [first]
  for (let base = first.base; base !== null; ) {
    const manifest = await readManifest(store, base)
    if (manifest === null) throw new UnreadableSheet(`the request ${base}, on which others are built, cannot be read`)
    chain.push(manifest)
    base = manifest.base
  }
  return chain
}

async function readPacks(store: Store, blobs: readonly string[]): Promise<ReadonlyMap<string, Pack>> {
  const packs = new Map<string, Pack>()
  for (let from = 0; from < blobs.length; from += AT_ONCE) {
    const read = await Promise.all(
      blobs.slice(from, from + AT_ONCE).map(async blob => [blob, await readPack(store, blob)] as const),
    )
    for (const [blob, bytes] of read) packs.set(blob, bytes)
  }
  return packs
}

async function readPack(store: Store, blob: string): Promise<Pack> {
  const bytes = await readBlob(store, blob)
  if (bytes === null) throw new UnreadableSheet(`the pack ${blob} is not there`)
  try {
    return decodePack(bytes)
  } catch (error) {
    throw new UnreadableSheet(`the pack ${blob} cannot be read`, { cause: error })
  }
}

async function readBlob(store: Store, blob: string): Promise<Uint8Array | null> {
  try {
    return await store.blobs.get(blob)
  } catch (error) {
    if (!(error instanceof StoreError && error.kind === 'unreadable')) throw error
    throw new UnreadableSheet(error.message, { cause: error })
  }
}

/** What a request said, byte for byte; null when its message was deleted. Throws `UnreadableSheet` when it cannot be read. */
export async function readContent(store: Store, { manifest }: RequestRecord): Promise<RequestContent | null> {
  return manifest === null ? null : fromSheet(await readSheet(store, manifest))
}
