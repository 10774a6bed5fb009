import type { RequestId } from '@stet/history'
import {
  fromRequestRow,
  REQUESTS_SHELF,
  type RequestManifest,
  type RequestRecord,
  type Store,
  StoreError,
  takeTurns,
} from '@stet/store'
import { putLarge } from './large-texts.ts'
import { decodePack, FROM_BASE, NEW, type Pack, type StoredPlace } from './pack.ts'
import {
  type ComparedTexts,
  fromTexts,
  type RequestContent,
  type RequestTexts,
  toCompared,
  UnreadableContent,
} from './request-texts.ts'

/** How many blobs are read at the same time. */
const AT_ONCE = 64

/** The content of a request, byte for byte; null when its message was deleted. Throws `UnreadableContent` when it cannot be read. */
export async function readContent(store: Store, { manifest }: RequestRecord): Promise<RequestContent | null> {
  if (manifest === null) return null
  return fromTexts(await readStored(store, manifest))
}

/** The parts of a request that a comparison needs; null when its message was deleted. Packs in `known` are not read again. */
export async function readCompared(
  store: Store,
  { manifest }: RequestRecord,
  known: KnownPacks,
): Promise<ComparedTexts | null> {
  if (manifest === null) return null
  const stored = await readStored(store, manifest, known)
  await takeTurns()
  return toCompared(stored)
}

/** The manifest of a request; null for one that was deleted or whose message was. */
export async function readManifest(store: Store, id: RequestId): Promise<RequestManifest | null> {
  const row = await store.get(REQUESTS_SHELF, id)
  const record = row === null ? null : fromRequestRow(row)
  return record === null || 'unreadable' in record ? null : record.manifest
}

interface StoredTexts extends RequestTexts {
  /** Where each text is stored. */
  readonly places: readonly StoredPlace[]
}

/** The texts of a request from its pack and those of its bases. Throws `UnreadableContent` when one of them cannot be read. */
export async function readStored(
  store: Store,
  manifest: RequestManifest,
  known: KnownPacks = new Map(),
): Promise<StoredTexts> {
  const chain = await readChain(store, manifest)
  const named = new Set(chain.flatMap(({ pack, packs: others }) => [pack, ...others]))
  const packs = await readPacks(store, [...named], known)
  const packIn = (blob: string): Pack => {
    const pack = packs.get(blob)
    if (pack === undefined) throw new UnreadableContent(`the pack ${blob} is not named`)
    return pack
  }
  let places: readonly StoredPlace[] = []
  for (const { pack: blob, packs: others } of chain) {
    const base = places
    places = packIn(blob).spans.flatMap(([source, first, count]) => {
      const from = source === NEW ? blob : (others[source - 1] ?? '')
      const there = source === FROM_BASE ? base.length : packIn(from).added.length
      if (first < 0 || first + count > there) throw new UnreadableContent(`the pack ${blob} names a missing text`)
      if (source === FROM_BASE) return base.slice(first, first + count)
      return Array.from({ length: count }, (_, index) => ({ pack: from, at: first + index }))
    })
  }
  const texts = places.map(({ pack, at }) => packIn(pack).added[at] ?? '')
  return { texts, places, shape: packIn(manifest.pack).shape }
}

/** A manifest, its base's, and so on to one without a base; that one first. */
async function readChain(store: Store, last: RequestManifest): Promise<readonly RequestManifest[]> {
  const chain = [last]
  for (let { base } = last; base !== null; ) {
    const manifest = await readManifest(store, base)
    if (manifest === null) throw new UnreadableContent(`the request ${base}, the base of others, cannot be read`)
    chain.push(manifest)
    base = manifest.base
  }
  return chain.reverse()
}

/** Packs by their blobs, which requests that follow each other share. */
export type KnownPacks = Map<string, Pack>

async function readPacks(store: Store, blobs: readonly string[], packs: KnownPacks): Promise<KnownPacks> {
  const unknown = blobs.filter(blob => !packs.has(blob))
  for (let from = 0; from < unknown.length; from += AT_ONCE) {
    const some = unknown.slice(from, from + AT_ONCE)
    await Promise.all(some.map(async blob => packs.set(blob, await readPack(store, blob))))
  }
  return packs
}

async function readPack(store: Store, blob: string): Promise<Pack> {
  try {
    const pack = decodePack(await readBlob(store, blob))
    const said = new Map<string, string>()
    for (const [, , id] of pack.large) said.set(id, decoder.decode(await readBlob(store, id)))
    return { ...pack, added: putLarge(pack.added, pack.large, id => said.get(id) ?? '') }
  } catch (error) {
    if (error instanceof UnreadableContent || (error instanceof StoreError && error.kind !== 'unreadable')) throw error
    throw new UnreadableContent(`the pack ${blob} cannot be read`, { cause: error })
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

async function readBlob(store: Store, blob: string): Promise<Uint8Array> {
  const bytes = await store.blobs.get(blob)
  if (bytes === null) throw new UnreadableContent(`the blob ${blob} is missing`)
  return bytes
}
