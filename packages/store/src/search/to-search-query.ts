import { scanTerms } from './scan-terms.ts'

/** All terms must match; `prefix` is the word still being typed, and matches every term that begins with it. */
export interface TermQuery {
  readonly terms: readonly string[]
  readonly prefix: string | null
}

/** Whole pasted pages are found by how they begin: more terms narrow nothing and cost a look-up each. */
const MAX_QUERY_TERMS = 32

export function toSearchQuery(text: string): TermQuery {
  const terms = new Set<string>()
  let prefix: string | null = null
  scanTerms(text, 'whole', (term, _start, end, word) => {
    if (word && end === text.length) prefix = term
    else terms.add(term)
    return terms.size < MAX_QUERY_TERMS
  })
  return { terms: [...terms], prefix }
}

export function matchesTerm(query: TermQuery, term: string): boolean {
  return query.terms.includes(term) || (query.prefix !== null && term.startsWith(query.prefix))
}
