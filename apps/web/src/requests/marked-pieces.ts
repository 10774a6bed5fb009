import type { Found } from './find-in-text.ts'
import type { Row } from './text-rows.ts'

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
