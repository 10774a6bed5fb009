import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { toInteger } from '../file/connection.ts'
import { prepareAction } from '../rows/statements.ts'

/** In the search file: whether rows were removed since their words were last erased, and whether that has begun. */
export const ERASING_TABLE = `
  create table if not exists erasing (one integer primary key check (one = 1), begun integer not null) strict;
`

/** Pages that one merge writes, and for how long one transaction merges. */
const PAGES = 16n
const SLICE_MS = 10

/**
 * FTS5 only notes which rows of a contentless table are removed. Their words stay in the file until it merges the segments that hold them, which
 * may never happen. Merging all segments writes the index again without them, some pages at a time.
 */
export class WordEraser {
  readonly #request: StatementSync
  readonly #begin: StatementSync
  readonly #end: StatementSync
  readonly #erasing: StatementSync
  readonly #structure: StatementSync
  readonly #merge: StatementSync

  constructor(database: DatabaseSync) {
    this.#request = prepareAction(database, 'insert or replace into search.erasing values (1, 0)')
    this.#begin = prepareAction(database, 'update search.erasing set begun = 1')
    this.#end = prepareAction(database, 'delete from search.erasing')
    this.#erasing = database.prepare('select begun from search.erasing')
    this.#structure = database.prepare('select block from search.terms_data where id = 10')
    this.#merge = prepareAction(database, "insert into search.terms (terms, rank) values ('merge', ?)")
  }

  /** Inside the transaction that removes rows. */
  request(): void {
    this.#request.run()
  }

  /** Inside a transaction. False when nothing is left to erase. */
  eraseSlice(): boolean {
    const until = performance.now() + SLICE_MS
    while (performance.now() < until) if (!this.#mergePages()) return false
    return true
  }

  #mergePages(): boolean {
    const begun = this.#erasing.get()?.begun
    if (begun === undefined) return false
    const merging = this.#mostMerging()
    if (toInteger(begun) === 1 && merging === 0) {
      this.#end.run()
      return false
    }
    // Below zero, it begins with all segments there are. A merge of several continues by itself, and one that began again with each new
    // message might never end. A merge of one does not.
    this.#merge.run(toInteger(begun) === 1 && merging > 1 ? PAGES : -PAGES)
    this.#begin.run()
    return true
  }

  /** How many segments the largest unfinished merge reads. */
  #mostMerging(): number {
    const block = this.#structure.get()?.block
    return block instanceof Uint8Array ? mostMerging(block) : 0
  }
}

/** Of a segment: its id, its first and last page. */
const SEGMENT_FIELDS = 3
/** And where removed rows are noted: its origins, the pages of these notes, and how many rows they and it have. */
const NOTING_FIELDS = 5
const NOTING_MARK = 0xff000001

/**
 * Reads the structure record of an FTS5 index: a cookie, a mark if removed rows are noted, and then varints. First how many levels and segments there
 * are and how much was written; then for each level how many of its segments are being merged, how many it has, and these.
 */
function mostMerging(block: Uint8Array): number {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  const isNoting = view.getUint32(4) === NOTING_MARK
  let at = isNoting ? 8 : 4
  const next = () => {
    let value = 0
    for (let bytes = 0; bytes < 9; bytes += 1) {
      const byte = view.getUint8(at)
      at += 1
      if (bytes === 8) return value * 256 + byte
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
    return value
  }
  const levels = next()
  next()
  next()
  let most = 0
  for (let level = 0; level < levels; level += 1) {
    most = Math.max(most, next())
    const fields = next() * (isNoting ? SEGMENT_FIELDS + NOTING_FIELDS : SEGMENT_FIELDS)
    for (let field = 0; field < fields; field += 1) next()
  }
  return most
}
