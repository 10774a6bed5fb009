import { assertLimit, assertOperations, assertText } from '../assert-operations.ts'
import type { Database, SearchableStore } from '../database.ts'
import type { SearchSource } from '../search.ts'
import { StoreError } from '../store-error.ts'
import { findInMemory } from './find-in-memory.ts'
import { MemoryBlobs } from './memory-blobs.ts'
import { MemoryShelves } from './memory-shelves.ts'

export interface MemoryDatabaseOptions {
  readonly search?: readonly SearchSource[]
}

interface Owner {
  readonly shelves: MemoryShelves
  readonly blobs: MemoryBlobs
}

/** Forgets everything with its process. For tests, and for a chat that is not to be kept. */
export function createMemoryDatabase({ search = [] }: MemoryDatabaseOptions = {}): Database {
  const owners = new Map<string, Owner>()
  let open = true
  return {
    openStore(name) {
      assertText('owner', name)
      if (!open) throw closed()
      let owner = owners.get(name)
      if (owner === undefined) {
        const blobs = new MemoryBlobs()
        owner = { blobs, shelves: new MemoryShelves(blobs) }
        owners.set(name, owner)
      }
      return openMemoryStore(owner, search, () => open)
    },
    async close() {
      open = false
    },
  }
}

function openMemoryStore(
  { shelves, blobs }: Owner,
  sources: readonly SearchSource[],
  isOpen: () => boolean,
): SearchableStore {
  let open = true
  const assertOpen = () => {
    if (!open || !isOpen()) throw closed()
  }
  return {
    async get(shelf, id) {
      assertOpen()
      return shelves.get(shelf, id)
    },
    async getMany(shelf, ids) {
      assertOpen()
      return ids.map(id => shelves.get(shelf, id))
    },
    async list(shelf, query) {
      assertOpen()
      assertLimit(query.limit)
      return shelves.list(shelf, query)
    },
    async listMany(shelf, queries) {
      assertOpen()
      for (const { limit } of queries) assertLimit(limit)
      return queries.map(query => shelves.list(shelf, query))
    },
    async listHeads(shelf, queries) {
      assertOpen()
      for (const { limit } of queries) assertLimit(limit)
      return queries.map(query => shelves.listHeads(shelf, query))
    },
    async changes(after, limit) {
      assertOpen()
      assertLimit(limit)
      return shelves.changes(after, limit)
    },
    async write(operations) {
      assertOpen()
      assertOperations(operations)
      return shelves.write(operations)
    },
    blobs: {
      async put(id, bytes, now) {
        assertOpen()
        assertText('blob id', id)
        blobs.put(id, bytes, now)
      },
      async get(id) {
        assertOpen()
        return blobs.get(id)
      },
      async sweep(now) {
        assertOpen()
        return blobs.sweep(now, id => shelves.namesBlob(id))
      },
    },
    async usage() {
      assertOpen()
      return { ...shelves.usage(), ...blobs.usage(), sequence: shelves.sequence }
    },
    search: {
      async find(query) {
        assertOpen()
        return findInMemory(shelves.newest(), sources, query)
      },
    },
    async close() {
      open = false
    },
  }
}

function closed(): StoreError {
  return new StoreError('closed', 'the store is closed')
}
