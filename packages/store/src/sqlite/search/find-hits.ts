import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { assertLimit } from '../../contract/assert-operations.ts'
import type { SearchHit, SearchQuery } from '../../contract/store.ts'
import { makeSnippet } from '../../search/make-snippet.ts'
import { type TermQuery, toFacetTerm, toSearchQuery } from '../../search/search-terms.ts'
import { fromRecord, keyOf, keyRange, ROW_COLUMNS, type SqlRecord, shelfOf, toSequence } from '../rows/row-format.ts'
import { LONGEST_INDEXED_PREFIX } from './search-file.ts'
import type { SearchIndex } from './search-index.ts'

export interface FindStatements {
  readonly hits: StatementSync
  readonly words: StatementSync
}

/** A word with more endings than this is asked for as a prefix. */
const MOST_ENDINGS = 64

export function prepareFind(database: DatabaseSync): FindStatements {
  return {
    hits: database.prepare(
      `select ${ROW_COLUMNS.map(column => `rows.${column}`).join(', ')}, shelf
       from search.terms cross join rows on rows.key = terms.rowid
       where terms match ? and terms.rowid > ? and terms.rowid < ?
       order by terms.rowid desc limit +?`,
      { returnArrays: true },
    ),
    words: database.prepare('select term from temp.vocabulary where term >= ? and term < ? limit +?'),
  }
}

/** Newest first. Unreadable rows are skipped, and the page is filled with the next ones. */
export function findHits(
  find: FindStatements,
  index: SearchIndex,
  owner: number,
  query: SearchQuery,
): readonly SearchHit[] {
  assertLimit(query.limit)
  const terms = toSearchQuery(query.text)
  const match = toMatch(find, terms, query)
  const hits: SearchHit[] = []
  if (match === null) return hits
  const { first, last } = keyRange(owner)
  let before = query.before === undefined ? last : Math.min(last, first + query.before)
  for (;;) {
    const wanted = query.limit - hits.length
    const records = find.hits.all(match, first, before, wanted)
    for (const record of records) {
      const hit = toHit(index, record, terms)
      if (hit !== null) hits.push(hit)
    }
    const last = records.at(-1)
    if (last === undefined || records.length < wanted || hits.length === query.limit) return hits
    before = keyOf(last)
  }
}

/** Every term is quoted, so that nothing the user types is an operator of the query language. Null finds nothing. */
function toMatch(find: FindStatements, { terms, prefix }: TermQuery, { all = [], any }: SearchQuery): string | null {
  const quoted = terms.map(quote)
  if (prefix !== null) {
    const endings = toEndings(find, prefix)
    if (endings === null) return null
    quoted.push(endings)
  }
  if (quoted.length === 0 || any?.length === 0) return null
  quoted.push(...all.map(toFacet))
  if (any !== undefined) quoted.push(`(${any.map(toFacet).join(' OR ')})`)
  return quoted.join(' AND ')
}

/**
 * FTS5 gathers every row of every word with a prefix before it returns the newest, which takes a tenth of a second for a common
 * word in a million rows. Words that are named are read from the newest on, and only as far as needed.
 */
function toEndings(find: FindStatements, prefix: string): string | null {
  if ([...prefix].length <= LONGEST_INDEXED_PREFIX) return `${quote(prefix)} *`
  const words = find.words.all(prefix, `${prefix}\u{10ffff}`, MOST_ENDINGS + 1)
  if (words.length === 0) return null
  if (words.length > MOST_ENDINGS) return `${quote(prefix)} *`
  return `(${words.map(({ term }) => quote(String(term))).join(' OR ')})`
}

function toFacet(facet: string): string {
  return quote(toFacetTerm(facet))
}

function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}

function toHit(index: SearchIndex, record: SqlRecord, terms: TermQuery): SearchHit | null {
  const shelf = shelfOf(record)
  const row = fromRecord(shelf, record)
  if (!('body' in row)) return null
  const document = index.source(shelf)?.toDocument(row.id, row.body) ?? null
  if (document === null) return null
  return {
    id: row.id,
    group: document.group,
    order: toSequence(keyOf(record)),
    snippet: makeSnippet(document.text, terms),
  }
}
