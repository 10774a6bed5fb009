import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { assertLimit } from '../assert-operations.ts'
import { makeSnippet } from '../search/make-snippet.ts'
import { type TermQuery, toSearchQuery } from '../search/to-search-query.ts'
import type { SearchHit, SearchQuery } from '../search.ts'
import { fromRecord, type SqlRecord, toInteger } from './from-record.ts'
import { keyRange, toSequence } from './row-key.ts'
import type { SearchIndex } from './search-index.ts'

export function prepareFind(database: DatabaseSync): StatementSync {
  return database.prepare(
    `select rows.key, rows.shelf, rows.id, parent, ord, version, refs, sum, body
     from search.terms cross join rows on rows.key = terms.rowid
     where terms match ? and terms.rowid > ? and terms.rowid < ?
     order by terms.rowid desc limit ?`,
  )
}

/** Newest first. Rows that cannot be read are passed over, and the page is filled from those behind them. */
export function findHits(
  find: StatementSync,
  index: SearchIndex,
  owner: number,
  query: SearchQuery,
): readonly SearchHit[] {
  assertLimit(query.limit)
  const terms = toSearchQuery(query.text)
  const match = toMatch(terms)
  const hits: SearchHit[] = []
  if (match === '') return hits
  const { first, last } = keyRange(owner)
  let before = query.before === undefined ? last : Math.min(last, first + query.before)
  for (;;) {
    const wanted = query.limit - hits.length
    const records = find.all(match, first, before, wanted)
    for (const record of records) {
      const hit = toHit(index, record, terms)
      if (hit !== null) hits.push(hit)
    }
    if (records.length < wanted || hits.length === query.limit) return hits
    before = toInteger(records.at(-1)?.key)
  }
}

/** Every term is quoted, so that nothing a person types is taken for an operator of the query language. */
function toMatch({ terms, prefix }: TermQuery): string {
  const quoted = terms.map(quote)
  if (prefix !== null) quoted.push(`${quote(prefix)} *`)
  return quoted.join(' AND ')
}

function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}

function toHit(index: SearchIndex, record: SqlRecord, terms: TermQuery): SearchHit | null {
  const shelf = String(record.shelf)
  const row = fromRecord(shelf, record)
  if (!('body' in row)) return null
  const document = index.source(shelf)?.toDocument(row.id, row.body) ?? null
  if (document === null) return null
  return {
    id: row.id,
    group: document.group,
    order: toSequence(toInteger(record.key)),
    snippet: makeSnippet(document.text, terms),
  }
}
