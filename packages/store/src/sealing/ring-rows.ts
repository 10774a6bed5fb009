import type { Put, ReadRow, Store } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { type KeyRing, readRing, writeRing } from './key-ring.ts'
import { BrokenSeal } from './seal-bytes.ts'
import type { SealKey } from './seal-key.ts'

/** The shelf of the key ring. It is kept twice, always written together: one damaged row must not cost the whole store. */
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

/** Null for a store that nothing was ever written to. Never writes, so that a wrong key changes nothing. */
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
