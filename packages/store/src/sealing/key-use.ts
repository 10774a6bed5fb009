import type { Store } from '../contract/store.ts'
import { StoreError } from '../contract/store-error.ts'
import { firstRing, type KeptRing, type KeyRing, saveRing } from './key-ring.ts'
import type { SealKey } from './seal-key.ts'

/** With random IVs of 96 bits, two alike become likely enough to matter above this. */
const KEY_LIMIT = 2 ** 32
/** So many records are counted as used at once, or every write would also write the count. */
const RESERVED = 65_536

/** Which key seals, and how often it did. Calls that return a promise write, and must not overlap. */
export interface KeyUse {
  ring(): KeyRing
  kept(): { readonly rows: number; readonly bytes: number }
  /** Whether so many more records are counted as used already. Throws when the key may seal no more. */
  hasRoomFor(records: number): boolean
  reserve(records: number): Promise<void>
  /** Counts records that are about to be sealed. */
  take(records: number): void
  startRotation(key: SealKey): Promise<void>
  finishRotation(): Promise<void>
}

export async function createKeyUse(
  inner: Store,
  key: SealKey,
  found: KeptRing | null,
  limit = KEY_LIMIT,
): Promise<KeyUse> {
  let ring = found?.ring ?? (await firstRing(key))
  let kept = found
  let used = ring.used

  async function save(next: KeyRing): Promise<void> {
    kept = await saveRing(inner, next, kept)
    ring = next
  }

  return {
    ring: () => ring,
    kept: () => ({ rows: kept?.versions.filter(version => version > 0).length ?? 0, bytes: kept?.bytes ?? 0 }),
    hasRoomFor(records) {
      if (used + records <= limit) return used + records <= ring.used
      throw new StoreError('refused', `this key has sealed ${used} records, as many as are safe; change the key`)
    },
    reserve: records => save({ ...ring, used: Math.min(limit, used + records + RESERVED) }),
    take(records) {
      used += records
    },
    async startRotation(next) {
      if (ring.retiring !== null) {
        if (ring.current.id === next.id) return
        throw new StoreError(
          'refused',
          'another change of key is not finished; finish it with the key it was begun with',
        )
      }
      // Its count starts at 0, which is only true of a key that never sealed anything here.
      if (ring.keys.has(next.id)) throw new StoreError('refused', 'this key was used before; make a new one')
      const keys = new Map(ring.keys).set(next.id, next)
      await save({ ...ring, current: next, retiring: ring.current, keys, used: RESERVED })
      used = 0
    },
    async finishRotation() {
      await save({ ...ring, retiring: null })
    },
  }
}
