import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Operation, Put, SearchDocument, SearchSource } from '../../contract/store.ts'
import { SEARCH_TERMS_VERSION, toFacetTerm, toSearchTerms } from '../../search/search-terms.ts'
import { toInteger } from '../file/connection.ts'
import { fromRecord, keyOf, keyRange, ROW_COLUMNS, shelfOf, toSequence } from '../rows/row-format.ts'
import { prepareAction } from '../rows/statements.ts'
import { WordEraser } from './erase-words.ts'

const SLICE_ROWS = 500
const SLICE_MS = 15
const STALE_SLICE = 5_000

/**
 * The terms of rows, in a file of its own that can always be rebuilt: damage to it costs no row, and the rows' file is not
 * synced for its pages. It is attached, so that a row and its terms change in one transaction; after a crash between the two
 * commits it is out of date, which `followed` shows.
 */
export class SearchIndex {
  readonly eraser: WordEraser
  readonly #sources: ReadonlyMap<string, SearchSource>
  readonly #insert: StatementSync
  readonly #remove: StatementSync
  readonly #follow: StatementSync
  readonly #followed: StatementSync
  readonly #unfollowed: StatementSync
  readonly #staleTo: StatementSync
  readonly #removeStale: StatementSync
  readonly #sequence: StatementSync
  /** Owners whose rows are not all in the index yet: indexing a later row would leave a gap. */
  readonly #behind = new Set<number>()

  constructor(database: DatabaseSync, sources: readonly SearchSource[]) {
    this.eraser = new WordEraser(database)
    this.#sources = new Map(sources.map(source => [source.shelf, source]))
    this.#insert = prepareAction(database, 'insert into search.terms (rowid, text) values (?, ?)')
    this.#remove = prepareAction(database, 'delete from search.terms where rowid = ?')
    this.#follow = prepareAction(database, 'insert or replace into search.followed values (?, ?)')
    this.#followed = database.prepare('select sequence from search.followed where owner = ?')
    this.#sequence = database.prepare('select sequence from owners where number = ?')
    const shelves = sources.map(source => `'${source.shelf.replaceAll("'", "''")}'`).join(', ')
    this.#unfollowed = database.prepare(
      `select ${ROW_COLUMNS.join(', ')}, shelf from rows
       where key > ? and key < ? and shelf in (${shelves}) order by key limit +?`,
      { returnArrays: true },
    )
    this.#staleTo = database.prepare(
      `select max(id) as last from (select id from search.terms_docsize where id > ? and id < ? order by id limit +?)`,
    )
    this.#removeStale = prepareAction(
      database,
      `delete from search.terms where rowid in (
         select id from search.terms_docsize
         where id > ? and id <= ? and not exists (select 1 from rows where rows.key = terms_docsize.id)
       )`,
    )
    this.findBehind(database)
  }

  get behind(): ReadonlySet<number> {
    return this.#behind
  }

  isBehind(owner: number): boolean {
    return this.#behind.has(owner)
  }

  /** Compares the index's progress with what the owners have written. */
  findBehind(database: DatabaseSync): void {
    const owners = database.prepare(
      `select number from owners left join search.followed on followed.owner = owners.number
       where owners.sequence > coalesce(followed.sequence, 0)`,
    )
    this.#behind.clear()
    for (const { number } of owners.all()) this.#behind.add(toInteger(number))
  }

  source(shelf: string): SearchSource | undefined {
    return this.#sources.get(shelf)
  }

  put(owner: number, key: number, { shelf, id, body }: Put): void {
    const source = this.#sources.get(shelf)
    if (source === undefined || this.#behind.has(owner)) return
    this.#add(key, source, id, body)
  }

  remove(shelf: string, key: number): void {
    if (this.#sources.has(shelf)) this.#remove.run(key)
  }

  /** A write that touched no searchable shelf is not worth a page: the gap is read, and found empty, at the next start. */
  follow(owner: number, sequence: number, operations: readonly Operation[]): void {
    const found = operations.filter(({ kind, shelf }) => kind !== 'check' && this.#sources.has(shelf))
    if (found.some(({ kind }) => kind === 'remove')) this.eraser.request()
    if (found.length > 0 && !this.#behind.has(owner)) this.#follow.run(owner, sequence)
  }

  followedTo(owner: number): number {
    const record = this.#followed.get(owner)
    return record === undefined ? 0 : toInteger(record.sequence)
  }

  /** How much of an owner's rows is in the index, from 0 to 1. */
  share(owner: number): number {
    const sequence = this.#sequenceOf(owner)
    return sequence === 0 ? 1 : this.followedTo(owner) / sequence
  }

  /**
   * Inside a transaction: indexes the next rows of an owner that is behind, for some milliseconds. Returns how many rows it could
   * not take, so that a search that finds less can say so.
   */
  followSlice(owner: number): number {
    const until = performance.now() + SLICE_MS
    const { first, last: end } = keyRange(owner)
    const rows = this.#unfollowed.all(first + this.followedTo(owner), end, SLICE_ROWS)
    let skipped = 0
    for (const record of rows) {
      const shelf = shelfOf(record)
      const key = keyOf(record)
      const row = fromRecord(shelf, record)
      const source = this.#sources.get(shelf)
      if (source !== undefined && 'body' in row) {
        this.#remove.run(key)
        if (!this.#tryAdd(key, source, row.id, row.body)) skipped += 1
      } else skipped += 1
      if (performance.now() < until) continue
      this.#follow.run(owner, toSequence(key))
      return skipped
    }
    const last = rows.length < SLICE_ROWS ? undefined : rows.at(-1)
    this.#follow.run(owner, last === undefined ? this.#sequenceOf(owner) : toSequence(keyOf(last)))
    return skipped
  }

  /** Outside a transaction. False when a write shared the last slice's commit and added rows behind it. */
  tryCatchUp(owner: number): boolean {
    if (this.followedTo(owner) !== this.#sequenceOf(owner)) return false
    this.#behind.delete(owner)
    return true
  }

  /**
   * Inside a transaction: after a crash the index may hold terms of rows that are gone. They find nothing, and are removed.
   * Returns the key to continue from, or null at the end.
   */
  removeStaleSlice(after: number): number | null {
    const last = this.#staleTo.get(after, Number.MAX_SAFE_INTEGER, STALE_SLICE)?.last
    if (typeof last !== 'number') return null
    if (this.#removeStale.run(after, last).changes > 0) this.eraser.request()
    return last
  }

  /** At a clean close, so that the next start has nothing to read. */
  followAll(database: DatabaseSync): void {
    const owners = database.prepare('select number, sequence from owners').all()
    database.exec('begin immediate')
    for (const { number, sequence } of owners) {
      if (!this.#behind.has(toInteger(number))) this.#follow.run(toInteger(number), toInteger(sequence))
    }
    database.exec('commit')
  }

  #sequenceOf(owner: number): number {
    return toInteger(this.#sequence.get(owner)?.sequence)
  }

  #add(key: number, source: SearchSource, id: string, body: Uint8Array): void {
    const document = source.toDocument(id, body)
    if (document !== null) this.#insert.run(key, toIndexed(document))
  }

  /** A body that its codec refuses must not end the indexing of all that follow; a write of one is refused as a whole. */
  #tryAdd(key: number, source: SearchSource, id: string, body: Uint8Array): boolean {
    let document: SearchDocument | null
    try {
      document = source.toDocument(id, body)
    } catch (error) {
      if (error instanceof Error) return false
      throw error
    }
    if (document !== null) this.#insert.run(key, toIndexed(document))
    return true
  }
}

function toIndexed({ text, facets = [] }: SearchDocument): string {
  return [...toSearchTerms(text), ...facets.map(toFacetTerm)].join(' ')
}

/** What the index was made from: another value makes it again. */
export function searchFingerprint(sources: readonly SearchSource[]): string {
  return JSON.stringify([SEARCH_TERMS_VERSION, sources.map(source => source.shelf).toSorted()])
}
