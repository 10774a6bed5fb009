import type { Snippet } from '../contract/store.ts'
import { isAsciiAlphanumeric, MAX_TERM_LENGTH, scanTerms } from './scan-terms.ts'
import { matchesTerm, type TermQuery } from './search-terms.ts'

interface Match {
  readonly start: number
  readonly end: number
}

const LENGTH = 160
const BEFORE = 48
/** How far a cut moves to fall between words. */
const REACH = 16
/** A snippet never reaches further than this beyond its match. */
const FURTHEST = LENGTH + 2 * REACH + MAX_TERM_LENGTH
const ELLIPSIS = '…'
const segmenter = new Intl.Segmenter()

/** About 160 characters around the first match, with an ellipsis where the text continues. Without a match, the beginning of the text. */
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
  const wanted = query.prefix === null ? query.terms : [...query.terms, query.prefix]
  if (wanted.length === 0) return matches
  let reach = text.length
  const scan = (from: number, to: number) =>
    scanTerms(text.slice(from, to), 'all', (term, start, end) => {
      if (from + start > reach) return false
      if (!matchesTerm(query, term)) return true
      if (matches.length === 0) reach = Math.min(reach, from + start + FURTHEST)
      matches.push({ start: from + start, end: from + end })
      return true
    })
  let seen = 0
  visitCandidates(text.toLowerCase(), wanted, (start, end) => {
    if (!isAscii(text.slice(seen, end + 1))) return 0
    scan(start, end)
    seen = end
    return reach
  })
  // Other scripts, accents and marks hide terms from a plain look: from there on every word is read.
  if (!isAscii(text.slice(seen, reach))) scan(seen, text.length)
  return matches
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

/** The next grapheme boundary, or `stop` inside an endless grapheme. */
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

/**
 * Visits the words of plain ASCII in lower case that hold one of the terms, in the order of the text. There a term appears as
 * typed, and searching for it is quicker than reading all words. `visit` returns where to continue.
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
    // Only passed terms are searched again: a missing term would be searched to the end of the text after every word.
    for (const [at, place] of places.entries()) if (place < end) places[at] = placeOf(searched, terms[at] ?? '', end)
  }
}

/** The end of the text for a missing term. */
function placeOf(text: string, term: string, from: number): number {
  const found = text.indexOf(term, from)
  return found === -1 ? text.length : found
}

const encoder = new TextEncoder()
const room = new Uint8Array(4096)

/** Every other character takes more bytes than units. A regular expression takes six times as long over a message. */
export function isAscii(text: string): boolean {
  for (let from = 0; from < text.length; from += room.length) {
    const piece = text.slice(from, from + room.length)
    const { read, written } = encoder.encodeInto(piece, room)
    if (read !== piece.length || written !== read) return false
  }
  return true
}
