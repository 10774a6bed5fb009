import { assertOperations } from '../assert-operations.ts'
import { blobsNamed } from '../blob-life.ts'
import type { Change, Operation, ReadRow, Store, Written } from '../store.ts'
import { BlobMissing, StoreError } from '../store-error.ts'
import { createKeyUse } from './key-use.ts'
import { loadRing, SEAL_SHELF } from './ring-rows.ts'
import { type Rotation, rotateKey } from './rotate-key.ts'
import { BrokenSeal, openBytes, type Packed, sealBytes, sealPacked } from './seal-bytes.ts'
import { toSealKey } from './seal-key.ts'
import { createSealedRefs } from './sealed-refs.ts'
import { authenticatedBlob, authenticatedRow, openRow, packRow } from './sealed-row.ts'
import { createTurns } from './turns.ts'

/**
 * Any cabinet, with bodies, refs and blobs sealed before they reach it. Shelf, id, parent, order and version stay in clear: ids are
 * random and orders count. One sealed store writes at a time, because the order that `next` takes is part of the seal.
 */
export interface SealedStore extends Store {
  /**
   * Seals everything again with another key, row by row. After a crash both keys open the store; calling it again with the same key goes on.
   * Every row gets a new version, so nothing else may be running.
   */
  rotateKey(key: Uint8Array, now: number): Promise<Rotation>
}

export interface SealedStoreOptions {
  /** How many records one key may seal. */
  readonly keyLimit?: number
}

/** Throws `StoreError('locked')` for a wrong key, before anything is written. A new store takes the key as its own. */
export async function openSealedStore(
  inner: Store,
  keyBytes: Uint8Array,
  options: SealedStoreOptions = {},
): Promise<SealedStore> {
  const key = await toSealKey(keyBytes)
  const use = await createKeyUse(inner, key, await loadRing(inner, key), options.keyLimit)
  const { toSealedRef, toSealedBlobId } = await createSealedRefs(use.ring().indexSecret)
  const inTurn = createTurns()
  /** The cabinet's sequence number; null when it must be asked. */
  let sequence: number | null = null

  const open = (shelf: string, row: ReadRow) => openRow(use.ring().keys, shelf, row)

  async function writeInTurn(prepared: readonly Prepared[]): Promise<Written> {
    if (await use.take(prepared.filter(({ packed }) => packed !== null).length)) sequence = null
    let next = sequence ?? (await inner.usage()).sequence
    const sealed = await Promise.all(
      prepared.map(async ({ operation, packed }): Promise<Operation> => {
        if (operation.kind !== 'check') next += 1
        if (operation.kind !== 'put' || packed === null) return operation
        const order = operation.order === 'next' ? next : operation.order
        const authenticated = authenticatedRow({ ...operation, order, version: operation.expect + 1 })
        return { ...operation, order, body: await sealPacked(use.ring().current, packed, authenticated) }
      }),
    )
    // A write that failed may have happened all the same: what follows asks where the cabinet stands.
    sequence = null
    const written = await inner.write(sealed)
    sequence = written.sequence
    return written
  }

  async function prepare(operation: Operation): Promise<Prepared> {
    assertOwnShelf(operation.shelf)
    if (operation.kind !== 'put') return { operation, packed: null }
    // The body is copied before the first wait: its owner may use the buffer again.
    const packing = packRow(operation.refs, operation.body)
    const refs = await Promise.all(operation.refs.map(toSealedRef))
    return { operation: { ...operation, refs }, packed: await packing }
  }

  async function write(operations: readonly Operation[]): Promise<Written> {
    assertOperations(operations)
    const prepared = await Promise.all(operations.map(prepare))
    try {
      return await inTurn(() => writeInTurn(prepared))
    } catch (error) {
      if (error instanceof BlobMissing) throw await withOwnIds(error, operations)
      throw error
    }
  }

  async function withOwnIds(error: BlobMissing, operations: readonly Operation[]): Promise<BlobMissing> {
    const named = new Set(operations.flatMap(operation => (operation.kind === 'put' ? blobsNamed(operation.refs) : [])))
    const missing: string[] = []
    for (const id of named) if (error.ids.includes(await toSealedBlobId(id))) missing.push(id)
    return new BlobMissing(missing)
  }

  async function getBlob(id: string): Promise<Uint8Array | null> {
    const sealedId = await toSealedBlobId(id)
    const sealed = await inner.blobs.get(sealedId)
    if (sealed === null) return null
    try {
      return await openBytes(use.ring().keys, sealed, authenticatedBlob(sealedId))
    } catch (error) {
      if (!(error instanceof BrokenSeal)) throw error
      throw new StoreError('unreadable', `blob ${id} cannot be opened: ${error.message}`, error)
    }
  }

  async function putBlob(id: string, bytes: Uint8Array, now: number): Promise<void> {
    const plain = bytes.slice()
    const sealedId = await toSealedBlobId(id)
    await inTurn(async () => {
      if (await use.take(1)) sequence = null
    })
    await inner.blobs.put(sealedId, await sealBytes(use.ring().current, plain, authenticatedBlob(sealedId)), now)
  }

  return {
    async get(shelf, id) {
      assertOwnShelf(shelf)
      const row = await inner.get(shelf, id)
      return row === null ? null : open(shelf, row)
    },
    async getMany(shelf, ids) {
      assertOwnShelf(shelf)
      const rows = await inner.getMany(shelf, ids)
      return Promise.all(rows.map(row => (row === null ? null : open(shelf, row))))
    },
    async list(shelf, query) {
      assertOwnShelf(shelf)
      const by = 'ref' in query.by ? { ref: await toSealedRef(query.by.ref) } : query.by
      const { rows, next } = await inner.list(shelf, { ...query, by })
      return { rows: await Promise.all(rows.map(row => open(shelf, row))), next }
    },
    async changes(after, limit) {
      const changes = await ownChanges(inner, after, limit)
      return Promise.all(
        changes.map(async change =>
          change.kind === 'remove' ? change : { ...change, row: await open(change.shelf, change.row) },
        ),
      )
    },
    write,
    blobs: { put: putBlob, get: getBlob, sweep: now => inner.blobs.sweep(now) },
    async usage() {
      const usage = await inner.usage()
      const ring = use.kept()
      return { ...usage, rows: usage.rows - ring.rows, rowBytes: usage.rowBytes - ring.bytes }
    },
    close: () => inner.close(),
    async rotateKey(newKey, now) {
      const next = await toSealKey(newKey)
      await inTurn(async () => {
        await use.startRotation(next)
        sequence = null
      })
      const rotation = await rotateKey({ inner, use, open, write, getBlob, putBlob, toSealedBlobId, now })
      await inTurn(async () => {
        await use.finishRotation()
        sequence = null
      })
      return rotation
    },
  }
}

interface Prepared {
  readonly operation: Operation
  /** Null for what has no body to seal. */
  readonly packed: Packed | null
}

function assertOwnShelf(shelf: string): void {
  if (shelf === SEAL_SHELF) throw new TypeError(`the shelf ${SEAL_SHELF} holds the keys of the sealed store`)
}

/** The cabinet's changes without those of the key ring, which would leave a page short or empty and look like the end. */
async function ownChanges(inner: Store, after: number, limit: number): Promise<readonly Change[]> {
  const own: Change[] = []
  let from = after
  for (;;) {
    const wanted = limit - own.length
    const page = await inner.changes(from, wanted)
    own.push(...page.filter(change => change.shelf !== SEAL_SHELF))
    const last = page.at(-1)
    if (last === undefined || page.length < wanted || own.length === limit) return own
    from = last.sequence
  }
}
