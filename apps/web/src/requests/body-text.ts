const MOST = 5000

export interface Found {
  /** Where each match begins, in order. */
  readonly places: readonly number[]
  readonly length: number
  /** Whether there are more than were looked for. */
  readonly more: boolean
}

/** Every place where a text says this, whatever the case of its letters. */
export function findInText(text: string, wanted: string): Found {
  const places: number[] = []
  if (wanted === '') return { places, length: 0, more: false }
  const sign = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&'), 'giu')
  for (const match of text.matchAll(sign)) {
    if (places.length === MOST) return { places, length: wanted.length, more: true }
    places.push(match.index)
  }
  return { places, length: wanted.length, more: false }
}

/** A longer row takes the browser too long to break into lines. */
const LONGEST = 2000
/** In a line longer than this, what was a line break before it became JSON begins a row again. */
const READABLE = 160

/** Where each row of a text begins: a row is drawn by itself, so that a text of megabytes is drawn as far as it is seen. */
export function textRows(text: string): readonly number[] {
  const starts: number[] = []
  let from = 0
  while (from < text.length || starts.length === 0) {
    const newline = text.indexOf('\n', from)
    const end = newline === -1 ? text.length : newline + 1
    addLine(text, from, end, starts)
    from = end
  }
  return starts
}

export interface Row {
  readonly from: number
  /** Without the line break that ends it. */
  readonly to: number
}

export function rowAt(text: string, starts: readonly number[], index: number): Row {
  const from = starts[index] ?? text.length
  const next = starts[index + 1] ?? text.length
  return { from, to: text.charAt(next - 1) === '\n' ? next - 1 : next }
}

/** Which row holds a place of the text. */
export function rowOf(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

function addLine(text: string, from: number, end: number, starts: number[]): void {
  starts.push(from)
  const isLong = end - from > READABLE
  let begun = from
  while (isLong && begun < end) {
    const broken = afterEscapedBreak(text, begun, Math.min(end, begun + LONGEST))
    const next = broken ?? wholeSign(text, begun + LONGEST)
    if (next >= end - 1) return
    starts.push(next)
    begun = next
  }
}

function afterEscapedBreak(text: string, from: number, end: number): number | null {
  // Only this much is looked at: looking to the end of a line of megabytes for every row of it would freeze the page.
  const line = text.slice(from, end)
  let at = line.indexOf('\\n')
  while (at !== -1) {
    let backslashes = 0
    while (line.charAt(at - 1 - backslashes) === '\\') backslashes += 1
    if (backslashes % 2 === 0) return from + at + 2
    at = line.indexOf('\\n', at + 2)
  }
  return null
}

/** A pair of surrogates is one sign: cut in two it would be drawn as two unknown ones. */
function wholeSign(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}

export interface Piece {
  readonly text: string
  /** Its place among the matches; null where it is none. */
  readonly match: number | null
}

/** A row of a text, cut where what was looked for begins and ends in it; a match may go over from one row into the next. */
export function markedPieces(text: string, { from, to }: Row, { places, length }: Found): readonly Piece[] {
  const pieces: Piece[] = []
  let at = from
  for (let match = firstAfter(places, from - length); match < places.length; match += 1) {
    const place = places[match] ?? to
    if (place >= to) break
    const begin = Math.max(place, at)
    const end = Math.min(place + length, to)
    if (end <= begin) continue
    if (begin > at) pieces.push({ text: text.slice(at, begin), match: null })
    pieces.push({ text: text.slice(begin, end), match })
    at = end
  }
  if (at < to) pieces.push({ text: text.slice(at, to), match: null })
  return pieces
}

function firstAfter(places: readonly number[], limit: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
