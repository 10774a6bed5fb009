import { assertOperations } from '../contract/assert-operations.ts'
import { blobsNamed } from '../contract/blobs.ts'
import type { Change, Database, ListQuery, Operation, Page, ReadRow, Store, Written } from '../contract/store.ts'
import { BlobMissing } from '../contract/store-error.ts'
import { SEAL_SHELF } from './key-ring.ts'
import { type Rotation, rotateKey } from './rotate-key.ts'
import { toSealKey } from './seal-key.ts'
import { createSealedBlobs } from './sealed-blobs.ts'
import { openSealedOwner, type Prepared, type SealedOwner, type SealingOptions } from './sealed-owner.ts'
import { openRow, packRow } from './sealed-row.ts'

/**
 * Any backend, with bodies, refs and blobs sealed before they reach it. Shelf, id, parent, order and version are not sealed: ids are
 * random and orders count. One process writes at a time, because the order that `next` takes is part of the seal.
 */
export interface SealedStore extends Store {
  /**
   * Seals everything again with another key, row by row. After a crash both keys open the store; calling it again with the same key continues.
   * Every row gets a new version, so no other writer may be active.
   */
  rotateKey(key: Uint8Array, now: number): Promise<Rotation>
}

/** For the only store that is open for its owner; several share their keys through `createSealedDatabase`. */
export async function openSealedStore(
  inner: Store,
  key: Uint8Array,
  options: SealingOptions = {},
): Promise<SealedStore> {
  return sealedStoreOver(inner, await openSealedOwner(inner, key, options))
}

export function sealedStoreOver(inner: Store, owner: SealedOwner): SealedStore {
  const { use } = owner
  const { toSealedRef, toSealedBlobId } = owner.refs

  const blobs = createSealedBlobs(inner, owner)

  const open = (shelf: string, row: ReadRow) => openRow(use.ring().keys, shelf, row)

  async function openPage(shelf: string, { rows, next }: Page): Promise<Page> {
    return { rows: await Promise.all(rows.map(row => open(shelf, row))), next }
  }

  async function sealQuery(query: ListQuery): Promise<ListQuery> {
    return 'ref' in query.by ? { ...query, by: { ref: await toSealedRef(query.by.ref) } } : query
  }

  async function prepare(operation: Operation): Promise<Prepared> {
    if (operation.kind !== 'put') return { operation, packed: null }
    // The body is copied before the first wait: its owner may use the buffer again.
    const packing = packRow(operation.refs, operation.body)
    const sealing = Promise.all((operation.blobs ?? []).map(blob => blobs.seal(blob)))
    const refs = await Promise.all(operation.refs.map(toSealedRef))
    return { operation: { ...operation, refs, blobs: await sealing }, packed: await packing }
  }

  async function write(operations: readonly Operation[]): Promise<Written> {
    assertOperations(operations)
    for (const { shelf } of operations) assertOwnShelf(shelf)
    const prepared = await Promise.all(operations.map(prepare))
    try {
      return await owner.write(inner, prepared)
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
      return openPage(shelf, await inner.list(shelf, await sealQuery(query)))
    },
    async listMany(shelf, queries) {
      assertOwnShelf(shelf)
      const pages = await inner.listMany(shelf, await Promise.all(queries.map(sealQuery)))
      return Promise.all(pages.map(page => openPage(shelf, page)))
    },
    async listHeads(shelf, queries) {
      assertOwnShelf(shelf)
      return inner.listHeads(shelf, await Promise.all(queries.map(sealQuery)))
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
    blobs,
    async usage() {
      const usage = await inner.usage()
      const ring = use.kept()
      return { ...usage, rows: usage.rows - ring.rows, rowBytes: usage.rowBytes - ring.bytes }
    },
    close: () => inner.close(),
    async rotateKey(newKey, now) {
      const next = await toSealKey(newKey)
      await owner.changeRing(() => use.startRotation(next))
      const rotation = await rotateKey({ inner, use, open, write, blobs, toSealedBlobId, now })
      await owner.changeRing(() => use.finishRotation())
      return rotation
    },
  }
}

function assertOwnShelf(shelf: string): void {
  if (shelf === SEAL_SHELF) throw new TypeError(`the shelf ${SEAL_SHELF} holds the keys of the sealed store`)
}

/** The backend's changes without those of the key ring, which would leave a page short or empty and look like the end. */
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

/** A backend of sealed stores, each owner's under a key of its own. */
export interface SealedDatabase {
  /** Throws `StoreError('locked')` for a wrong key, before anything is written. A new owner takes the key as its own. */
  openStore(owner: string, key: Uint8Array): Promise<SealedStore>
  close(): Promise<void>
}

export function createSealedDatabase(database: Database, options: SealingOptions = {}): SealedDatabase {
  const owners = new Map<string, Promise<SealedOwner>>()

  /** Every store of an owner proves its key; all of them share what the first one opened. */
  async function ownerOf(name: string, key: Uint8Array): Promise<SealedOwner> {
    const shared = owners.get(name)
    const store = database.openStore(name)
    const opening = openSealedOwner(store, key, options)
    if (shared === undefined) owners.set(name, opening)
    try {
      await opening
      if (shared === undefined) return opening
    } catch (error) {
      if (owners.get(name) === opening) owners.delete(name)
      throw error
    }
    await store.close()
    return shared
  }

  return {
    openStore: async (name, key) => sealedStoreOver(database.openStore(name), await ownerOf(name, key)),
    close: () => database.close(),
  }
}
