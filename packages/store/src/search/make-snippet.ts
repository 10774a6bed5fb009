import type { Snippet } from '../search.ts'
import { scanTerms } from './scan-terms.ts'
import { matchesTerm, type TermQuery } from './to-search-query.ts'

interface Match {
  readonly start: number
  readonly end: number
}

const LENGTH = 160
const BEFORE = 48
/** How far a cut moves to fall between words. */
const REACH = 16
const ELLIPSIS = '…'
const NOT_ASCII = /[^\0-\x7f]/
const LETTER_OR_DIGIT = /[a-z\d]/i
const segmenter = new Intl.Segmenter()

/** About 160 characters around the first match, with an ellipsis where the text goes on. Without a match, its beginning. */
export function makeSnippet(text: string, query: TermQuery): Snippet {
  const matches = matchesNear(text, query)
  const first = matches[0]
  const start = first === undefined ? 0 : cutBefore(text, Math.max(0, first.start - BEFORE), first.start)
  const end = cutAfter(text, Math.min(text.length, start + LENGTH), first === undefined ? start : first.start)
  const lead = start > 0 ? ELLIPSIS : ''
  const tail = end < text.length ? ELLIPSIS : ''
  const marks: [number, number][] = []
  for (const match of matches.toSorted((a, b) => a.start - b.start)) {
    const from = match.start - start + lead.length
    const to = Math.min(match.end, end) - start + lead.length
    const last = marks.at(-1)
    if (from >= to) continue
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else marks.push([from, to])
  }
  return { text: lead + text.slice(start, end) + tail, marks }
}

/** The first match and those that a snippet around it can show. */
function matchesNear(text: string, query: TermQuery): readonly Match[] {
  const matches: Match[] = []
  if (query.terms.length === 0 && query.prefix === null) return matches
  const from = firstCandidate(text, query)
  scanTerms(text.slice(from), 'all', (term, start, end) => {
    const first = matches[0]
    if (first !== undefined && from + start > Math.max(0, first.start - BEFORE) + LENGTH + REACH) return false
    if (matchesTerm(query, term)) matches.push({ start: from + start, end: from + end })
    return true
  })
  return matches
}

/** Where the scan may begin. In plain ASCII a term stands as it is typed, and looking for it is quicker than reading all words. */
function firstCandidate(text: string, { terms, prefix }: TermQuery): number {
  if (NOT_ASCII.test(text)) return 0
  const lower = text.toLowerCase()
  let first = text.length
  for (const term of prefix === null ? terms : [...terms, prefix]) {
    const found = lower.indexOf(term)
    if (found !== -1 && found < first) first = found
  }
  while (first > 0 && LETTER_OR_DIGIT.test(text.charAt(first - 1))) first -= 1
  return first
}

/** Moves forward to the start of a word, never past `stop`. */
function cutBefore(text: string, at: number, stop: number): number {
  if (at === 0) return 0
  const space = text.slice(at - 1, Math.min(at + REACH, stop)).search(/\s\S/u)
  return space === -1 ? atBorder(text, at, stop) : at + space
}

/** Moves back to the end of a word, never before `stop`. */
function cutAfter(text: string, at: number, stop: number): number {
  if (at === text.length) return at
  const from = Math.max(stop + 1, at - REACH)
  const space = text.slice(from, at + 1).search(/\s\S*$/u)
  return space === -1 ? atBorder(text, at, at + REACH) : from + space
}

/** The next border between characters as people see them, or, in a character of endless marks, `stop`. */
function atBorder(text: string, at: number, stop: number): number {
  const from = Math.max(0, at - REACH)
  for (const { index } of segmenter.segment(text.slice(from, stop + REACH))) {
    if (from + index >= at) return Math.min(from + index, Math.max(stop, at))
  }
  return isLowSurrogate(text.charCodeAt(at)) && isHighSurrogate(text.charCodeAt(at - 1)) ? at + 1 : at
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
