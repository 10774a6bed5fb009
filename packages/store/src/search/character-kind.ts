/** What a character is to the search. A `stretch` character belongs to a script that is written without spaces. */
export type CharacterKind = typeof SEPARATOR | typeof WORD | typeof STRETCH | typeof EMOJI

export const SEPARATOR = 1
export const WORD = 2
export const STRETCH = 3
export const EMOJI = 4

const LETTER = /[\p{L}\p{M}\p{N}]/u
const PICTURE = /\p{Extended_Pictographic}/u
// Korean has spaces, but its particles cling to the word: pairs find 학교 in 학교에서 wherever it stands in a query.
const SPACELESS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u

const known = new Uint8Array(0x110000)

export function characterKind(codePoint: number): CharacterKind {
  const kind = known[codePoint]
  if (kind === SEPARATOR || kind === WORD || kind === STRETCH || kind === EMOJI) return kind
  const found = findKind(String.fromCodePoint(codePoint))
  known[codePoint] = found
  return found
}

function findKind(character: string): CharacterKind {
  if (LETTER.test(character)) return SPACELESS.test(character) ? STRETCH : WORD
  return PICTURE.test(character) ? EMOJI : SEPARATOR
}
