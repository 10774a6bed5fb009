import { assertLimit, assertOperations, assertText } from '../contract/assert-operations.ts'
import type { BlobReader, BlobWriter, SearchableStore } from '../contract/store.ts'
import { StoreError } from '../contract/store-error.ts'
import { readWhole } from '../contract/stream-blobs.ts'
import { toInteger } from './file/connection.ts'
import { isBusy, retryBusy, toStoreError } from './file/sqlite-failure.ts'
import { applyWrite } from './rows/apply-write.ts'
import { addPiece, deleteLeftPieces, finishList, newList, PIECES_SLICE } from './rows/blob-pieces.ts'
import { findOwner } from './rows/owner-number.ts'
import { readChanges, readHeads, readPage, readRow } from './rows/read-rows.ts'
import {
  deleteMarkedBlobs,
  deleteReleasedBlobs,
  markUnnamedBlobs,
  putBlob,
  readBlob,
  SWEEP_SLICE,
} from './rows/sqlite-blobs.ts'
import type { Statements } from './rows/statements.ts'
import type { WriteQueue } from './rows/write-queue.ts'
import { type FindStatements, findHits } from './search/find-hits.ts'
import type { SearchFollower } from './search/search-follower.ts'

/** What all stores of one database share. */
export interface SqliteDeps {
  readonly statements: Statements
  readonly queue: WriteQueue
  readonly search: { readonly follower: SearchFollower; readonly find: FindStatements } | null
  readonly patience: number
  /** The lists of blobs that are arriving now. */
  readonly arriving: Set<number>
  isOpen(): boolean
}

export function openSqliteStore(deps: SqliteDeps, owner: string): SearchableStore {
  const { statements, queue, search, patience } = deps
  const index = search?.follower.index ?? null
  let open = true
  let known: number | null = null

  const assertOpen = () => {
    if (!open || !deps.isOpen()) throw new StoreError('closed', 'the store is closed')
  }
  /** Null until the owner's first write. Called only outside a transaction, so that the number is committed. */
  const number = () => {
    known ??= findOwner(statements, owner)?.number ?? null
    return known
  }
  const readOnce = <Result>(work: (owner: number) => Result, empty: Result): Result => {
    const found = known ?? number()
    return found === null ? empty : work(found)
  }
  const read = async <Result>(work: (owner: number) => Result, empty: Result): Promise<Result> => {
    assertOpen()
    if (queue.syncing !== null) await queue.syncing
    try {
      return readOnce(work, empty)
    } catch (error) {
      if (!isBusy(error)) throw toStoreError(error)
    }
    return retryBusy(() => readOnce(work, empty), patience)
  }

  /** Reading a piece waits like any other read. */
  async function openBlob(id: string): Promise<BlobReader | null> {
    const blob = await read(owner => readBlob(statements, owner, id), null)
    return blob && { sizes: blob.sizes, piece: place => read(() => blob.piece(place), new Uint8Array()) }
  }

  function writeList(list: number, now: number): BlobWriter {
    let pieces = 0
    let size = 0
    return {
      async add(piece) {
        assertOpen()
        await queue.run(() => addPiece(statements, owner, list, pieces, piece))
        pieces += 1
        size += piece.length
      },
      async finish(id) {
        assertOpen()
        assertText('blob id', id)
        const replaced = await queue.run(() => finishList(statements, owner, { id, list, pieces, size, now }))
        deps.arriving.delete(list)
        if (replaced) await deleteLeft()
      },
      async discard() {
        deps.arriving.delete(list)
        await deleteLeft()
      },
    }
  }

  /** Pieces of blobs that were deleted, replaced or never finished. */
  async function deleteLeft(): Promise<void> {
    while ((await queue.run(() => deleteLeftPieces(statements, deps.arriving))) === PIECES_SLICE);
  }

  return {
    get: (shelf, id) => read(owner => readRow(statements, owner, shelf, id), null),
    getMany: (shelf, ids) =>
      read(
        owner => ids.map(id => readRow(statements, owner, shelf, id)),
        ids.map(() => null),
      ),
    async list(shelf, query) {
      assertLimit(query.limit)
      return read(owner => readPage(statements, owner, shelf, query), { rows: [], next: null })
    },
    async listMany(shelf, queries) {
      for (const { limit } of queries) assertLimit(limit)
      return read(
        owner => queries.map(query => readPage(statements, owner, shelf, query)),
        queries.map(() => ({ rows: [], next: null })),
      )
    },
    async listHeads(shelf, queries) {
      for (const { limit } of queries) assertLimit(limit)
      return read(
        owner => queries.map(query => readHeads(statements, owner, shelf, query)),
        queries.map(() => ({ heads: [], next: null })),
      )
    },
    async changes(after, limit) {
      assertLimit(limit)
      return read(owner => readChanges(statements, owner, after, limit), [])
    },
    async write(operations) {
      assertOpen()
      assertOperations(operations)
      return queue.run(() => applyWrite(statements, index, owner, operations))
    },
    blobs: {
      async put(id, bytes, now) {
        assertOpen()
        assertText('blob id', id)
        await queue.run(() => putBlob(statements, owner, id, bytes, now))
      },
      async get(id) {
        const blob = await openBlob(id)
        return blob === null ? null : readWhole(blob)
      },
      async receive(now) {
        assertOpen()
        const list = newList()
        deps.arriving.add(list)
        return writeList(list, now)
      },
      open: openBlob,
      async sweep(now, signal) {
        const found = await read(owner => owner, null)
        if (found === null) return { marked: 0, deleted: 0 }
        let deleted = 0
        for (let slice = SWEEP_SLICE; slice === SWEEP_SLICE; deleted += slice) {
          slice = await queue.run(() => deleteMarkedBlobs(statements, found))
        }
        await deleteLeft()
        let marked = 0
        for (let after: number | null = 0; after !== null; ) {
          const from: number = after
          const slice = await queue.run(() => markUnnamedBlobs(statements, found, now, from))
          marked += slice.marked
          after = slice.next
        }
        await search?.follower.erase(queue, signal)
        await queue.reclaim()
        return { marked, deleted }
      },
      async deleteReleased(released) {
        const found = await read(owner => owner, null)
        if (found === null) return 0
        let deleted = 0
        for (let from = 0; from < released.length; from += SWEEP_SLICE) {
          const slice = released.slice(from, from + SWEEP_SLICE)
          deleted += await queue.run(() => deleteReleasedBlobs(statements, found, slice))
        }
        await deleteLeft()
        return deleted
      },
    },
    usage: () =>
      read(
        owner => {
          const record = statements.ownerUsage.get(owner)
          return {
            rows: toInteger(record?.row_count),
            rowBytes: toInteger(record?.row_bytes),
            blobs: toInteger(record?.blob_count),
            blobBytes: toInteger(record?.blob_bytes),
            sequence: toInteger(record?.sequence),
          }
        },
        { rows: 0, rowBytes: 0, blobs: 0, blobBytes: 0, sequence: 0 },
      ),
    search: {
      find: query =>
        read(owner => (search === null ? [] : findHits(search.find, search.follower.index, owner, query)), []),
      state: () => search?.follower.state ?? { kind: 'current', skipped: 0 },
    },
    async close() {
      open = false
    },
  }
}
