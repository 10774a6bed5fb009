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
import { decodePack, NEW, type Pack, type StoredText } from './pack.ts'
import {
  type ComparedTexts,
  fromTexts,
  type RequestContent,
  type TextShape,
  toCompared,
  UnreadableContent,
} from './request-texts.ts'

/** Blobs that are read at once. */
const AT_ONCE = 64

/** What a request said, byte for byte; null when its message was deleted. Throws `UnreadableContent` when it cannot be read. */
export async function readContent(store: Store, { manifest }: RequestRecord): Promise<RequestContent | null> {
  if (manifest === null) return null
  const { texts, shape } = await readStored(store, manifest)
  return fromTexts({ texts: texts.map(({ text }) => text), shape })
}

/** What a request is compared by; null when its message was deleted. Packs that are known are not read again. */
export async function readCompared(
  store: Store,
  { manifest }: RequestRecord,
  known: KnownPacks,
): Promise<ComparedTexts | null> {
  if (manifest === null) return null
  const { texts, shape } = await readStored(store, manifest, known)
  await takeTurns()
  return toCompared({ texts: texts.map(({ text }) => text), shape })
}

/** The manifest of a request; null for one that was deleted or whose message was. */
export async function readManifest(store: Store, id: RequestId): Promise<RequestManifest | null> {
  const row = await store.get(REQUESTS_SHELF, id)
  const record = row === null ? null : fromRequestRow(row)
  return record === null || 'unreadable' in record ? null : record.manifest
}

interface StoredTexts {
  readonly texts: readonly StoredText[]
  readonly shape: TextShape
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
  const packIn = (blob: string): ReadPack => {
    const pack = packs.get(blob)
    if (pack === undefined) throw new Error(`the pack ${blob} was not read`)
    return pack
  }
  let texts: readonly StoredText[] = []
  for (const { pack: blob, packs: others } of chain) {
    const { pack, added } = packIn(blob)
    const sources = [texts, ...others.map(other => packIn(other).added)]
    texts = pack.runs.flatMap(([source, first, count]) => {
      const found = (source === NEW ? added : sources[source])?.slice(first, first + count) ?? []
      if (first < 0 || found.length !== count) throw new UnreadableContent(`the pack ${blob} names a missing text`)
      return found
    })
  }
  return { texts, shape: packIn(manifest.pack).pack.shape }
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

interface ReadPack {
  readonly pack: Pack
  readonly added: readonly StoredText[]
}

/** Packs by their blobs, which requests that follow each other share. */
export type KnownPacks = Map<string, ReadPack>

async function readPacks(store: Store, blobs: readonly string[], packs: KnownPacks): Promise<KnownPacks> {
  const unknown = blobs.filter(blob => !packs.has(blob))
  for (let from = 0; from < unknown.length; from += AT_ONCE) {
    await Promise.all(
      unknown.slice(from, from + AT_ONCE).map(async blob => {
        const pack = await readPack(store, blob)
        packs.set(blob, { pack, added: pack.added.map((text, at) => ({ text, pack: blob, at })) })
      }),
    )
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
