import { assertLimit } from '../assert-operations.ts'
import { makeSnippet } from '../search/make-snippet.ts'
import { toSearchQuery } from '../search/to-search-query.ts'
import { toSearchTerms } from '../search/to-search-terms.ts'
import type { SearchHit, SearchQuery, SearchSource } from '../search.ts'
import type { Kept } from './memory-shelves.ts'

/** Reads every row that a source offers: a store in memory holds few. */
export function findInMemory(
  newest: Iterable<Kept>,
  sources: readonly SearchSource[],
  { text, limit, before = Number.POSITIVE_INFINITY }: SearchQuery,
): readonly SearchHit[] {
  assertLimit(limit)
  const query = toSearchQuery(text)
  const hits: SearchHit[] = []
  if (query.terms.length === 0 && query.prefix === null) return hits
  for (const { shelf, sequence, row } of newest) {
    if (sequence >= before) continue
    const document = sources.find(source => source.shelf === shelf)?.toDocument(row.id, row.body) ?? null
    if (document === null || !matches(toSearchTerms(document.text), query.terms, query.prefix)) continue
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
