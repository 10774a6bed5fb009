import type { Operation, Store, Written } from '../contract/store.ts'
import { loadRing } from './key-ring.ts'
import { createKeyUse, type KeyUse } from './key-use.ts'
import { type Packed, sealPacked } from './seal-bytes.ts'
import { toSealKey } from './seal-key.ts'
import { authenticatedRow, createSealedRefs, type SealedRefs } from './sealed-row.ts'

/** What all open stores of one owner share: its keys, and the queue for the next order. */
export interface SealedOwner {
  readonly use: KeyUse
  readonly refs: SealedRefs
  /** Seals and writes prepared operations, through the store that asked. */
  write(inner: Store, prepared: readonly Prepared[]): Promise<Written>
  /** Counts a blob that is about to be sealed. */
  takeForBlob(): Promise<void>
  /** Changes the key ring while nothing is written. */
  changeRing(change: (use: KeyUse) => Promise<void>): Promise<void>
}

export interface Prepared {
  readonly operation: Operation
  /** Null for an operation without a body. */
  readonly packed: Packed | null
}

export interface SealingOptions {
  /** How many records one key may seal. */
  readonly keyLimit?: number
}

/** Throws `StoreError('locked')` for a wrong key, before anything is written. A new store takes the key as its own. */
export async function openSealedOwner(
  inner: Store,
  keyBytes: Uint8Array,
  { keyLimit }: SealingOptions,
): Promise<SealedOwner> {
  const key = await toSealKey(keyBytes)
  const use = await createKeyUse(inner, key, await loadRing(inner, key), keyLimit)
  const refs = await createSealedRefs(use.ring().indexSecret)
  const inTurn = createTurns()
  /** The backend's sequence number; null when it must be read. */
  let sequence: number | null = null

  async function changeRing(change: (use: KeyUse) => Promise<void>): Promise<void> {
    sequence = null
    await change(use)
  }

  async function seal(prepared: readonly Prepared[], from: number): Promise<readonly Operation[]> {
    let next = from
    return Promise.all(
      prepared.map(async ({ operation, packed }): Promise<Operation> => {
        if (operation.kind !== 'check') next += 1
        if (operation.kind !== 'put' || packed === null) return operation
        const order = operation.order === 'next' ? next : operation.order
        const authenticated = authenticatedRow({ ...operation, order, version: operation.expect + 1 })
        return { ...operation, order, body: await sealPacked(use.ring().current, packed, authenticated) }
      }),
    )
  }

  async function writeInTurn(store: Store, prepared: readonly Prepared[]): Promise<Written> {
    const records = prepared.filter(({ packed }) => packed !== null).length
    if (!use.hasRoomFor(records)) await changeRing(() => use.reserve(records))
    const sealed = await seal(prepared, sequence ?? (await store.usage()).sequence)
    use.take(records)
    // A write that failed may still have happened: the next one reads the backend's sequence number.
    sequence = null
    const written = await store.write(sealed)
    sequence = written.sequence
    return written
  }

  return {
    use,
    refs,
    write: (store, prepared) => inTurn(() => writeInTurn(store, prepared)),
    takeForBlob: () =>
      inTurn(async () => {
        if (!use.hasRoomFor(1)) await changeRing(() => use.reserve(1))
        use.take(1)
      }),
    changeRing: change => inTurn(() => changeRing(change)),
  }
}

/** Runs tasks one after the other, in their order; one that fails does not stop the next. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<void> = Promise.resolve()
  return async work => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await before
    try {
      return await work()
    } finally {
      resolve()
    }
  }
}
