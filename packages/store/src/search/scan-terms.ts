import { clusterEnd, plainLetters } from './plain-letters.ts'

/** Longer words are found by their first 64 characters: a base64 line is not worth a term of its own length. */
export const MAX_TERM_LENGTH = 64

/**
 * Is given each term with the [start, end) of the text it was found in. `word` says that a longer word may begin with it: a pair of
 * characters or an emoji finds the inside of a word and needs no completing. Returning false ends the scan.
 */
export type VisitTerm = (term: string, start: number, end: number, word: boolean) => boolean

const CAPITAL = /[A-Z]/
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

/**
 * Terms in the order of the text, repeated where the text repeats them. `whole` is what a query looks for; `all` is what an
 * index holds: also the humps of camelCase, and single characters of scripts without spaces.
 * One pass, without a regular expression over the text: those overflow the stack on a line of a few megabytes.
 */
export function scanTerms(text: string, take: 'whole' | 'all', visit: VisitTerm): void {
  let letters = ''
  /** Whether the word may have humps or need folding: most words are plain, and that costs half of the scan. */
  let plain = true
  let start = 0
  let end = 0
  let before = ''
  let beforeStart = 0
  let pairs = 0

  const endWord = () => {
    if (letters === '') return true
    const word = letters
    letters = ''
    if (plain) return visit(cut(word), start, end, true)
    plain = true
    if (!visit(cut(foldCase(cut(word))), start, end, true)) return false
    return take === 'whole' || word.length > MAX_TERM_LENGTH || visitHumps(word, start, end, visit)
  }
  const endStretch = () => {
    const single = take === 'whole' && before !== '' && pairs === 0 ? before : ''
    before = ''
    pairs = 0
    return single === '' || visit(single, beforeStart, end, false)
  }
  const takeCharacter = (character: string, from: number, to: number) => {
    const kind = characterKind(character.codePointAt(0) ?? 0)
    if (kind !== WORD && !endWord()) return false
    if (kind !== STRETCH && !endStretch()) return false
    switch (kind) {
      case SEPARATOR:
        return true
      case EMOJI:
        return visit(character, from, to, false)
      case WORD:
        if (letters === '') start = from
        if (letters.length <= MAX_TERM_LENGTH) letters += character
        plain = false
        end = to
        return true
      case STRETCH: {
        const pairStart = beforeStart
        const pair = before === '' ? '' : before + character
        before = character
        beforeStart = from
        end = to
        if (pair !== '') {
          pairs += 1
          if (!visit(pair, pairStart, to, false)) return false
        }
        return take === 'whole' || visit(character, from, to, false)
      }
    }
  }

  let at = 0
  while (at < text.length) {
    const wordEnd = asciiWordEnd(text, at)
    if (wordEnd > at) {
      if (!endStretch()) return
      const piece = text.slice(at, Math.min(wordEnd, at + MAX_TERM_LENGTH + 1))
      if (letters === '') start = at
      if (letters.length <= MAX_TERM_LENGTH) letters = letters === '' ? piece : letters + piece
      if (plain) plain = !CAPITAL.test(piece)
      end = wordEnd
      at = wordEnd
      continue
    }
    const next = clusterEnd(text, at)
    if (next === at + 1 && isAsciiSeparator(text.charCodeAt(at))) {
      if (!endWord() || !endStretch()) return
      at = next
      continue
    }
    for (const character of plainLetters(text.slice(at, next))) {
      if (!takeCharacter(character, at, next)) return
    }
    at = next
  }
  if (endWord()) endStretch()
}

/** The end of the ASCII letters and digits from here, but for a last one that a mark may follow. */
function asciiWordEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && isAsciiAlphanumeric(text.charCodeAt(end))) end += 1
  return end < text.length && end > from && text.charCodeAt(end) >= 0x300 ? end - 1 : end
}

export function isAsciiAlphanumeric(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57)
}

function isAsciiSeparator(unit: number): boolean {
  return unit < 0x80 && !isAsciiAlphanumeric(unit)
}

function visitHumps(word: string, start: number, end: number, visit: VisitTerm): boolean {
  const humps = word.split(HUMP)
  if (humps.length === 1) return true
  // Where normalising changed the length, an offset into the word is none into the text: name the whole word.
  const exact = word.length === end - start
  let at = start
  for (const hump of humps) {
    const next = at + hump.length
    if (!visit(foldCase(hump), exact ? at : start, exact ? next : end, true)) return false
    at = next
  }
  return true
}

/** At most 64 units, never half a character. */
function cut(word: string): string {
  if (word.length <= MAX_TERM_LENGTH) return word
  const last = word.charCodeAt(MAX_TERM_LENGTH - 1)
  const splits = last >= 0xd800 && last <= 0xdbff
  return word.slice(0, splits ? MAX_TERM_LENGTH - 1 : MAX_TERM_LENGTH)
}

/** What a character is to the search. A `stretch` character belongs to a script that is written without spaces. */
export type CharacterKind = typeof SEPARATOR | typeof WORD | typeof STRETCH | typeof EMOJI

export const SEPARATOR = 1
export const WORD = 2
export const STRETCH = 3
export const EMOJI = 4

const LETTER = /[\p{L}\p{M}\p{N}]/u
const PICTURE = /\p{Extended_Pictographic}/u
// Korean has spaces, but its particles cling to the word: pairs find 학교 in 학교에서 anywhere in a query.
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

/** Letters with a stroke and joined letters, which Unicode does not take apart; and the two forms of sigma. */
const SPELLED: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
}
const SPELLED_LETTER = /[øłđħŧæœς]/g
const NOT_ASCII = /[^\0-\x7f]/

/** Upper case first: it takes ß to SS and the dotless ı to I, which lower case alone keeps apart. */
export function foldCase(word: string): string {
  if (!NOT_ASCII.test(word)) return word.toLowerCase()
  const folded = word.toUpperCase().toLowerCase()
  return folded.replace(SPELLED_LETTER, letter => SPELLED[letter] ?? letter)
}
