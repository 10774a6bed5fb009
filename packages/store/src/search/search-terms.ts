import { scanTerms } from './scan-terms.ts'

/** A backend rebuilds an index that was made by another version. */
export const SEARCH_TERMS_VERSION = 2

/**
 * The terms a text is found by, each once: folded words, the humps of camelCase, and single characters and pairs of scripts
 * without spaces. A term holds letters, marks and numbers of any script, or is one emoji: an index must keep it verbatim.
 */
export function toSearchTerms(text: string): string[] {
  const terms = new Set<string>()
  scanTerms(text, 'all', term => {
    terms.add(term)
    return true
  })
  return [...terms]
}

/** A facet as a term of an index. It begins with a character that no word begins with, so that no text finds it, not even unfinished. */
export function toFacetTerm(facet: string): string {
  return `=${facet}`
}

/** All terms must match; `prefix` is the word still being typed, and matches every term that begins with it. */
export interface TermQuery {
  readonly terms: readonly string[]
  readonly prefix: string | null
}

/** A pasted page is found by its beginning: more terms narrow nothing and cost a look-up each. */
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
