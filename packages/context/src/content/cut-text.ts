/** A cut never looks further back than this for a place between two characters that a reader sees. */
const LONGEST_CHARACTER = 64

/** The first `limit` code units of a text, or a few less: never half a character, whatever it is made of. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, cutIndex(text, limit))
}

/** The note where text was cut out of the view (C5). */
export function cutMarker(characters: number): string {
  return `[… ${withThousands(characters)} characters cut]`
}

export function withThousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

function cutIndex(text: string, limit: number): number {
  const lowest = Math.max(0, limit - LONGEST_CHARACTER)
  let index = limit
  while (index > lowest && !isBetweenCharacters(text, index)) index -= 1
  // A run of joiners that long is no character; halving a surrogate pair would still make the text invalid.
  if (index === lowest && lowest > 0) return isInsidePair(text, limit) ? limit - 1 : limit
  return index
}

const joined = /^(?:\p{M}|\u200c|\u200d|[\u{1f3fb}-\u{1f3ff}]|[\u{e0020}-\u{e007f}])/u
const regional = /^[\u{1f1e6}-\u{1f1ff}]/u

function isBetweenCharacters(text: string, index: number): boolean {
  if (index <= 0) return true
  if (isInsidePair(text, index)) return false
  const before = text.charCodeAt(index - 1)
  if (before === 0x0d && text.charCodeAt(index) === 0x0a) return false
  if (before === 0x20_0d) return false
  const next = text.slice(index, index + 2)
  if (joined.test(next)) return false
  return !(regional.test(next) && isOddRegional(text, index))
}

function isInsidePair(text: string, index: number): boolean {
  return isHigh(text.charCodeAt(index - 1)) && isLow(text.charCodeAt(index))
}

/** Flags are pairs of letters: between the two of one an odd number of letters precedes. */
function isOddRegional(text: string, index: number): boolean {
  let letters = 0
  for (let at = index - 2; at >= 0 && regional.test(text.slice(at, at + 2)) && letters < LONGEST_CHARACTER; at -= 2) {
    letters += 1
  }
  return letters % 2 === 1
}

function isHigh(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc_00 && unit <= 0xdf_ff
}
