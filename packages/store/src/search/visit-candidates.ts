import { isAsciiAlphanumeric } from './scan-terms.ts'

/**
 * Visits the words of plain ASCII in lower case that hold one of the terms, in the order of the text. There a term stands as it
 * is typed, and looking for it is quicker than reading all words. `visit` answers up to where to go on.
 */
export function visitCandidates(
  text: string,
  terms: readonly string[],
  visit: (start: number, end: number) => number,
): void {
  let searched = text
  const places = terms.map(term => placeOf(searched, term, 0))
  for (;;) {
    const found = Math.min(...places)
    if (found >= searched.length) return
    let start = found
    let end = found
    while (isAsciiAlphanumeric(text.charCodeAt(start - 1))) start -= 1
    while (isAsciiAlphanumeric(text.charCodeAt(end))) end += 1
    searched = text.slice(0, visit(start, end))
    // Only what was passed is looked for again: a term that is not there would be looked for to the end behind every word.
    for (const [at, place] of places.entries()) if (place < end) places[at] = placeOf(searched, terms[at] ?? '', end)
  }
}

/** The end of the text for what is not there. */
function placeOf(text: string, term: string, from: number): number {
  const found = text.indexOf(term, from)
  return found === -1 ? text.length : found
}
