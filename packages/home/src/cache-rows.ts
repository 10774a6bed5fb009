import {
  CATALOGS_SHELF,
  CREDENTIALS_SHELF,
  MCP_SERVERS_SHELF,
  type Operation,
  PRICE_DATA_SHELF,
  PROVIDERS_SHELF,
  type ReadRow,
  type Store,
  WEB_SEARCH_KEYS_SHELF,
  WEB_SEARCH_SHELF,
  WORKSPACES_SHELF,
} from '@stet/store'

/** What every start of a run reads, most of it twice, and what changes when the user changes a setting. */
const RARELY_CHANGED = [
  PROVIDERS_SHELF,
  CATALOGS_SHELF,
  CREDENTIALS_SHELF,
  PRICE_DATA_SHELF,
  WORKSPACES_SHELF,
  WEB_SEARCH_SHELF,
  WEB_SEARCH_KEYS_SHELF,
  MCP_SERVERS_SHELF,
]

/** Of one shelf. Ids that do not exist are remembered too, and anybody can ask for those. */
const MOST_READS = 500

type Page = Awaited<ReturnType<Store['list']>>
type Reads<Read> = Map<string, Read>

class Shelf {
  readonly rows: Reads<ReadRow | null> = new Map()
  readonly pages: Reads<Page> = new Map()
  /** Changes with the beginning and the end of each write: what was read across one is not remembered. */
  #moment = 0
  #writing = 0

  async remember<Read>(reads: Reads<Read>, key: string, read: () => Promise<Read>, isWhole: (found: Read) => boolean) {
    if (this.#writing > 0) return read()
    const known = reads.get(key)
    if (known !== undefined) return known
    const moment = this.#moment
    const found = await read()
    if (moment !== this.#moment || !isWhole(found)) return found
    if (reads.size >= MOST_READS) reads.clear()
    reads.set(key, found)
    return found
  }

  begin(): void {
    this.#writing += 1
    this.#forget()
  }

  end(): void {
    this.#writing -= 1
    this.#forget()
  }

  #forget(): void {
    this.#moment += 1
    this.rows.clear()
    this.pages.clear()
  }
}

/**
 * Remembers rows that rarely change until something on their shelf is written. Every write to the store has to come through here: one that does
 * not would go unnoticed.
 */
export function cacheRows<Opened extends Store>(store: Opened): Opened {
  const shelves = new Map(RARELY_CHANGED.map(shelf => [shelf, new Shelf()]))

  return {
    ...store,
    get(shelf, id) {
      const cached = shelves.get(shelf)
      const read = () => store.get(shelf, id)
      return cached === undefined
        ? read()
        : cached.remember(cached.rows, id, read, row => row === null || isReadable(row))
    },
    list(shelf, query) {
      const cached = shelves.get(shelf)
      const read = () => store.list(shelf, query)
      if (cached === undefined) return read()
      return cached.remember(cached.pages, JSON.stringify(query), read, ({ rows }) => rows.every(isReadable))
    },
    async write(operations) {
      const touched = [...new Set(operations.flatMap(operation => touchedBy(operation)))].flatMap(
        shelf => shelves.get(shelf) ?? [],
      )
      for (const shelf of touched) shelf.begin()
      try {
        return await store.write(operations)
      } finally {
        for (const shelf of touched) shelf.end()
      }
    },
  }
}

function isReadable(row: ReadRow): boolean {
  return !('unreadable' in row)
}

function touchedBy(operation: Operation): readonly string[] {
  return operation.kind === 'check' ? [] : [operation.shelf]
}
