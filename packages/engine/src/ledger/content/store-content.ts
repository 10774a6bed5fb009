/**
 * Every request sends the whole chat again, so only what is new in it is stored. Three requests of a chat, each text a letter:
 *
 *     request   its texts      base    pack: spans, added                     depth
 *     req_1     a b c          -       [new 0..2], "a" "b" "c"                0
 *     req_2     a b c d e      req_1   [base 0..2] [new 0..1], "d" "e"        1
 *     req_3     a b x d e f    req_2   [base 0..1] [new 0] [base 3..4] [new 1], "x" "f"   2
 *
 *     req_3 = req_2's texts 0 and 1, "x", req_2's texts 3 and 4, "f"
 *             req_2's texts = req_1's texts 0 to 2, "d", "e"
 *
 * A row of the ledger names its pack and its base (`RequestManifest`); `read-content.ts` follows the bases and puts the texts together.
 * After `MOST_BASES` bases a request has none: its spans name the packs that hold the texts (`packs`), so that reading stays bounded:
 *
 *     req_257   a b x d e f g  -       [pack 1 0..1] [pack 3 0] [pack 2 0..1] [pack 3 1] [new 0], "g"   0
 *
 * `request-texts.ts` turns a request into texts: its body is split at the elements of its lists (`split-body.ts`), and cache marks, which move
 * with every request, are taken out first (`take-marks.ts`). A large string in a new text is a blob of its own (`large-texts.ts`). Why so: decisions/0012.
 */
import type { RequestId } from '@stet/history'
import { blobId, type NewBlob, type RequestManifest, type Store } from '@stet/store'
import type { Log } from '../../runtime/log.ts'
import { takeLarge } from './large-texts.ts'
import { encodePack, type Pack, type StoredPlace, toPack } from './pack.ts'
import { readManifest, readStored } from './read-content.ts'
import { type RequestContent, type RequestTexts, toTexts, UnreadableContent } from './request-texts.ts'

/** A request with this many bases is followed by one without a base: what is read for one request must not grow with the chat. */
export const MOST_BASES = 256

interface ContentDeps {
  readonly store: Store
  readonly texts: TextMemory
  readonly log: Log
}

interface ToStore {
  readonly id: RequestId
  /** An earlier request with much of the same content. */
  readonly base: RequestId | null
  readonly at: number
}

/** The manifest of a request, and the blobs with what is new in it, to be written with its row. */
export interface StoredContent {
  readonly manifest: RequestManifest
  readonly blobs: readonly NewBlob[]
}

export async function storeContent(
  deps: ContentDeps,
  content: RequestContent,
  { id, base: baseId, at }: ToStore,
): Promise<StoredContent> {
  const own = toTexts(content)
  const base = baseId === null ? null : await findBase(deps, baseId)
  const { pack, packs } = packOn(own, base)
  const { texts: added, large, blobs } = await takeLarge(pack.added, at)
  const bytes = encodePack({ ...pack, added, large })
  const blob = await blobId(bytes)
  deps.texts.set(id, own.texts)
  const isBased = base !== null && base.places === null
  const found = isBased ? { base: baseId, depth: base.depth + 1 } : { base: null, depth: 0 }
  const manifest = { ...found, pack: blob, packs, large: blobs.map(({ id }) => id) }
  return { manifest, blobs: [...blobs, { id: blob, bytes, now: at }] }
}

interface Base {
  readonly texts: readonly string[]
  readonly depth: number
  /** Where each text is stored. Set when it has as many bases as a request may have: the next one has no base. */
  readonly places: readonly StoredPlace[] | null
}

/** Null when the base has lost its content or cannot be read: the request is then stored whole. */
async function findBase({ store, texts, log }: ContentDeps, id: RequestId): Promise<Base | null> {
  const manifest = await readManifest(store, id)
  if (manifest === null) return null
  const { depth } = manifest
  const isLast = depth >= MOST_BASES
  const known = isLast ? null : texts.get(id)
  if (known !== null) return { texts: known, depth, places: null }
  try {
    const stored = await readStored(store, manifest)
    return { texts: stored.texts, depth, places: isLast ? stored.places : null }
  } catch (error) {
    if (!(error instanceof UnreadableContent)) throw error
    log.warn('an earlier request cannot be built on', { requestId: id, error })
    return null
  }
}

/** The pack of a request; without a base, each text of the last one is named by the pack that adds it, in `packs`. */
function packOn(own: RequestTexts, base: Base | null): { readonly pack: Pack; readonly packs: readonly string[] } {
  if (base === null || base.places === null) return { pack: toPack(own, base?.texts ?? []), packs: [] }
  const { texts, places } = base
  const sources = new Map<string, number>()
  const pack = toPack(own, texts, index => {
    const place = places[index]
    if (place === undefined) throw new Error(`the base has no text ${index}`)
    const source = sources.get(place.pack) ?? sources.size + 1
    sources.set(place.pack, source)
    return [source, place.at]
  })
  return { pack, packs: [...sources.keys()] }
}

/** Characters of all remembered requests together: a few of the longest there are, or many short ones. */
const MOST_CHARACTERS = 16_000_000

/**
 * The texts of the latest requests. Without it each turn reads its base from the store: in a chat of 800 messages and 1.2 million characters
 * a turn then took 62 ms of CPU in place of 45, with the store in memory.
 */
export interface TextMemory {
  get(id: RequestId): readonly string[] | null
  set(id: RequestId, texts: readonly string[]): void
}

export function createTextMemory(most: number = MOST_CHARACTERS): TextMemory {
  const remembered = new Map<RequestId, { readonly texts: readonly string[]; readonly size: number }>()
  let characters = 0

  function forget(id: RequestId): void {
    characters -= remembered.get(id)?.size ?? 0
    remembered.delete(id)
  }

  return {
    get: id => remembered.get(id)?.texts ?? null,
    set(id, texts) {
      forget(id)
      const size = texts.reduce((sum, text) => sum + text.length, 0)
      remembered.set(id, { texts, size })
      characters += size
      for (const oldest of remembered.keys()) {
        if (characters <= most) break
        forget(oldest)
      }
    },
  }
}
