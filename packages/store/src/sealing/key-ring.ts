import * as z from 'zod/mini'
import { plainBytes } from '../contract/bytes.ts'
import type { Put, ReadRow, Store } from '../contract/store.ts'
import { StoreError } from '../contract/store-error.ts'
import { BrokenSeal, openBytes, sealBytes } from './seal-bytes.ts'
import { firstIndexSecret, type SealKey, toSealKey } from './seal-key.ts'

/**
 * The keys of a store. It is saved once for each key that may open it, sealed with that key: one, and two while a key is being
 * replaced, so that a crash in the middle leaves everything readable with either. Until then the old key also
 * opens the new one: a stolen key is only useless when its replacement is finished. Replaced keys stay on the ring.
 */
export interface KeyRing {
  readonly current: SealKey
  /** The key that is being replaced, and still opens the store. */
  readonly retiring: SealKey | null
  readonly keys: ReadonlyMap<string, SealKey>
  readonly indexSecret: Uint8Array<ArrayBuffer>
  /** How many records the current key may have sealed: rounded up, so that a crash never counts too few. */
  readonly used: number
}

const FORMAT = 1
const Written = z.object({ format: z.literal(FORMAT), rings: z.record(z.string(), z.string()) })
const Ring = z.object({
  current: z.string(),
  retiring: z.nullable(z.string()),
  keys: z.array(z.string()),
  indexSecret: z.string(),
  used: z.number(),
})

export async function firstRing(key: SealKey): Promise<KeyRing> {
  const indexSecret = await firstIndexSecret(key.bytes)
  return { current: key, retiring: null, keys: new Map([[key.id, key]]), indexSecret, used: 0 }
}

export async function writeRing(ring: KeyRing): Promise<Uint8Array> {
  const written: z.infer<typeof Ring> = {
    current: ring.current.id,
    retiring: ring.retiring?.id ?? null,
    keys: Array.from(ring.keys.values(), key => toBase64(key.bytes)),
    indexSecret: toBase64(ring.indexSecret),
    used: ring.used,
  }
  const plain = new TextEncoder().encode(JSON.stringify(written))
  const rings: Record<string, string> = {}
  for (const key of ring.retiring === null ? [ring.current] : [ring.current, ring.retiring]) {
    rings[key.id] = toBase64(await sealBytes(key, plain, authenticatedRing(key.id)))
  }
  return new TextEncoder().encode(JSON.stringify({ format: FORMAT, rings } satisfies z.infer<typeof Written>))
}

/** Null when the ring is sealed for other keys only. Throws `BrokenSeal` when it is damaged. */
export async function readRing(body: Uint8Array, key: SealKey): Promise<KeyRing | null> {
  const { rings } = parse(Written, body)
  const sealed = rings[key.id]
  if (sealed === undefined) return null
  const opened = await openBytes(new Map([[key.id, key]]), fromBase64(sealed), authenticatedRing(key.id))
  const ring = parse(Ring, opened)
  const keys = new Map<string, SealKey>()
  for (const text of ring.keys) {
    const one = await toSealKey(fromBase64(text))
    keys.set(one.id, one)
  }
  return {
    current: keyOn(keys, ring.current),
    retiring: ring.retiring === null ? null : keyOn(keys, ring.retiring),
    keys,
    indexSecret: plainBytes(fromBase64(ring.indexSecret)),
    used: ring.used,
  }
}

function keyOn(keys: ReadonlyMap<string, SealKey>, id: string): SealKey {
  const key = keys.get(id)
  if (key === undefined) throw new Error(`key ${id} is not on its own ring`)
  return key
}

function authenticatedRing(keyId: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(['ring', keyId]))
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, bytes: Uint8Array): z.infer<Schema> {
  try {
    return z.parse(schema, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch (cause) {
    throw new BrokenSeal('the key ring is damaged', { cause })
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0))
}

/** The shelf of the key ring. It has two equal rows, always written together: one damaged row must not cost the whole store. */
export const SEAL_SHELF = 'seal'
const RING_IDS = ['ring', 'ring-copy'] as const

export interface KeptRing {
  readonly ring: KeyRing
  /** For each of the two rows, 0 where there is none. */
  readonly versions: readonly number[]
  readonly bytes: number
}

/** Whether the rows of this store can only be read with a key. */
export async function isSealed(store: Store): Promise<boolean> {
  const rows = await store.getMany(SEAL_SHELF, RING_IDS)
  return rows.some(row => row !== null)
}

/** Null for a store without any write. Never writes, so that a wrong key changes nothing. */
export async function loadRing(store: Store, key: SealKey): Promise<KeptRing | null> {
  const rows = await store.getMany(SEAL_SHELF, RING_IDS)
  const found = rows.filter(row => row !== null)
  if (found.length === 0) {
    if ((await store.usage()).sequence === 0) return null
    throw new StoreError('unreadable', 'this data was written without sealing; open it without a key')
  }
  const versions = rows.map(row => row?.version ?? 0)
  const bytes = found.reduce((size, row) => size + ('body' in row ? row.body.length : 0), 0)
  const read = await Promise.all(found.map(row => readKept(row, key)))
  for (const ring of read) if (ring !== null && !(ring instanceof BrokenSeal)) return { ring, versions, bytes }
  if (read.includes(null))
    throw new StoreError('locked', 'this key does not open the data; enter the key it was sealed with')
  throw new StoreError(
    'unreadable',
    'both copies of the key ring are damaged',
    read.find(ring => ring instanceof BrokenSeal),
  )
}

export async function saveRing(store: Store, ring: KeyRing, before: KeptRing | null): Promise<KeptRing> {
  const body = await writeRing(ring)
  const puts = RING_IDS.map((id, at): Put => {
    const expect = before?.versions[at] ?? 0
    return { kind: 'put', shelf: SEAL_SHELF, id, parent: '', order: 0, expect, refs: [], body }
  })
  const written = await store.write(puts)
  return { ring, versions: written.puts.map(put => put.version), bytes: body.length * puts.length }
}

async function readKept(row: ReadRow, key: SealKey): Promise<KeyRing | BrokenSeal | null> {
  if ('unreadable' in row) return new BrokenSeal(row.unreadable)
  try {
    return await readRing(row.body, key)
  } catch (error) {
    if (error instanceof BrokenSeal) return error
    throw error
  }
}
