import { assertLimit, assertOperations, assertText } from '../contract/assert-operations.ts'
import type { Database, SearchableStore, SearchHit, SearchQuery, SearchSource } from '../contract/store.ts'
import { StoreError } from '../contract/store-error.ts'
import { readWhole } from '../contract/stream-blobs.ts'
import { makeSnippet } from '../search/make-snippet.ts'
import { toSearchQuery, toSearchTerms } from '../search/search-terms.ts'
import { MemoryBlobs } from './memory-blobs.ts'
import { type Kept, MemoryShelves } from './memory-shelves.ts'

export interface MemoryDatabaseOptions {
  readonly search?: readonly SearchSource[]
}

interface Owner {
  readonly shelves: MemoryShelves
  readonly blobs: MemoryBlobs
}

/** Everything is lost with the process. For tests, and for a home without storage. */
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
        blobs.put(id, [bytes.slice()], now)
      },
      async get(id) {
        assertOpen()
        const blob = blobs.open(id)
        return blob === null ? null : readWhole(blob)
      },
      async receive(now) {
        assertOpen()
        const pieces: Uint8Array[] = []
        return {
          async add(piece) {
            assertOpen()
            pieces.push(piece.slice())
          },
          async finish(id) {
            assertOpen()
            assertText('blob id', id)
            blobs.put(id, pieces, now)
          },
          async discard() {
            pieces.length = 0
          },
        }
      },
      async open(id) {
        assertOpen()
        return blobs.open(id)
      },
      async sweep(now) {
        assertOpen()
        return blobs.sweep(now, id => shelves.namesBlob(id))
      },
      async deleteReleased(released) {
        assertOpen()
        return blobs.deleteReleased(released, id => shelves.namesBlob(id))
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
      state: () => ({ kind: 'current', skipped: 0 }),
    },
    async close() {
      open = false
    },
  }
}

function closed(): StoreError {
  return new StoreError('closed', 'the store is closed')
}

/** Reads every row that a source offers: a memory store is small. */
export function findInMemory(
  newest: Iterable<Kept>,
  sources: readonly SearchSource[],
  { text, limit, before = Number.POSITIVE_INFINITY, all = [], any }: SearchQuery,
): readonly SearchHit[] {
  assertLimit(limit)
  const query = toSearchQuery(text)
  const hits: SearchHit[] = []
  if (query.terms.length === 0 && query.prefix === null) return hits
  for (const { shelf, sequence, row } of newest) {
    if (sequence >= before) continue
    const document = sources.find(source => source.shelf === shelf)?.toDocument(row.id, row.body) ?? null
    if (document === null || !matches(toSearchTerms(document.text), query.terms, query.prefix)) continue
    const facets = new Set(document.facets)
    if (!all.every(facet => facets.has(facet)) || any?.some(facet => facets.has(facet)) === false) continue
    hits.push({
      id: row.id,
      group: document.group,
      order: sequence,
      snippet: makeSnippet(document.text, query),
    })
    if (hits.length === limit) break
  }
  return hits
}

function matches(found: readonly string[], terms: readonly string[], prefix: string | null): boolean {
  const set = new Set(found)
  if (!terms.every(term => set.has(term))) return false
  return prefix === null || found.some(term => term.startsWith(prefix))
}
