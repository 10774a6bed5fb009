import * as z from 'zod/mini'
import { plainBytes } from '../plain-bytes.ts'
import { BrokenSeal, openBytes, sealBytes } from './seal-bytes.ts'
import { firstIndexSecret, type SealKey, toSealKey } from './seal-key.ts'

/**
 * The keys of a store. It is kept once for each key that may open it, sealed with that key: one, and two while a key is being
 * replaced, so that a crash in the middle leaves everything readable with either. Until then whoever has the old key can also
 * open the new one: a key that was stolen is only out of use when its replacement is finished. Replaced keys stay on the ring.
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

/** Null when the ring is kept for other keys only. Throws `BrokenSeal` when it is damaged. */
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
