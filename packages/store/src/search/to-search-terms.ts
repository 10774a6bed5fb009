import { scanTerms } from './scan-terms.ts'

/** A backend whose index was made by another version makes it again. */
export const SEARCH_TERMS_VERSION = 1

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
