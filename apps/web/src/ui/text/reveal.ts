/** A sign that replaces an invisible character in a text. */
export interface Sign {
  readonly name: string
  readonly meaning: string
}

export type RevealedPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sign'; readonly sign: Sign }
  /** A line ends here; without it a line that is wrapped looks like two. */
  | { readonly kind: 'line-end' }

// Emoji are held together by characters that are invisible on their own, and stay whole.
const UNSEEN = /\p{RGI_Emoji}|[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]--[\x20]]/gv

/**
 * A text with everything in it made visible: control characters, characters that turn the direction of what follows, characters of no
 * width, and blanks that only look like a space (Z-7). What is invisible itself is left out, so that it has no effect on the page.
 */
export function reveal(text: string): readonly RevealedPiece[] {
  const pieces: RevealedPiece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(UNSEEN)) {
    const piece = toPiece(found)
    if (piece === null) continue
    if (index > from) pieces.push({ kind: 'text', text: text.slice(from, index) })
    pieces.push(piece)
    from = index + found.length
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

/** The signs in a text, each once, in the order in which they come; an ordinary line end or tab hides nothing. */
export function signsIn(texts: readonly string[]): readonly Sign[] {
  const signs = new Map<string, Sign>()
  for (const piece of texts.flatMap(reveal)) {
    if (piece.kind === 'sign' && piece.sign !== TAB) signs.set(piece.sign.name, piece.sign)
  }
  return [...signs.values()]
}

const TAB: Sign = { name: '⇥', meaning: 'tab' }

const known: ReadonlyMap<number, Sign> = new Map([
  [0x00, { name: 'NUL', meaning: 'null character' }],
  [0x07, { name: 'BEL', meaning: 'bell' }],
  [0x08, { name: 'BS', meaning: 'backspace' }],
  [0x09, TAB],
  [0x0b, { name: 'VT', meaning: 'vertical tab' }],
  [0x0c, { name: 'FF', meaning: 'form feed' }],
  [0x0d, { name: 'CR', meaning: 'carriage return' }],
  [0x1b, { name: 'ESC', meaning: 'escape' }],
  [0x7f, { name: 'DEL', meaning: 'delete' }],
  [0xa0, { name: 'NBSP', meaning: 'non-breaking space' }],
  [0xad, { name: 'SHY', meaning: 'soft hyphen' }],
  [0x061c, { name: 'ALM', meaning: 'Arabic letter mark' }],
  [0x200b, { name: 'ZWSP', meaning: 'zero-width space' }],
  [0x200c, { name: 'ZWNJ', meaning: 'zero-width non-joiner' }],
  [0x200d, { name: 'ZWJ', meaning: 'zero-width joiner' }],
  [0x200e, { name: 'LRM', meaning: 'left-to-right mark' }],
  [0x200f, { name: 'RLM', meaning: 'right-to-left mark' }],
  [0x2028, { name: 'LSEP', meaning: 'line separator' }],
  [0x2029, { name: 'PSEP', meaning: 'paragraph separator' }],
  [0x202a, { name: 'LRE', meaning: 'left-to-right embedding' }],
  [0x202b, { name: 'RLE', meaning: 'right-to-left embedding' }],
  [0x202c, { name: 'PDF', meaning: 'end of a change of direction' }],
  [0x202d, { name: 'LRO', meaning: 'left-to-right override' }],
  [0x202e, { name: 'RLO', meaning: 'right-to-left override' }],
  [0x202f, { name: 'NNBSP', meaning: 'narrow non-breaking space' }],
  [0x2060, { name: 'WJ', meaning: 'word joiner' }],
  [0x2066, { name: 'LRI', meaning: 'left-to-right isolate' }],
  [0x2067, { name: 'RLI', meaning: 'right-to-left isolate' }],
  [0x2068, { name: 'FSI', meaning: 'isolate of its own direction' }],
  [0x2069, { name: 'PDI', meaning: 'end of an isolate' }],
  [0x3000, { name: 'IDSP', meaning: 'ideographic space' }],
  [0xfeff, { name: 'BOM', meaning: 'byte order mark' }],
])

/** Null for what is seen as it is. */
function toPiece(found: string): RevealedPiece | null {
  if (found === '\n') return { kind: 'line-end' }
  const code = found.codePointAt(0) ?? 0
  if (String.fromCodePoint(code).length < found.length || /^\p{RGI_Emoji}$/v.test(found)) return null
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return { kind: 'sign', sign: known.get(code) ?? { name: number, meaning: meaningOf(found) } }
}

function meaningOf(character: string): string {
  if (/^\p{Cc}$/u.test(character)) return 'control character'
  if (/^\p{Z}$/u.test(character)) return 'another kind of space'
  if (/^\p{Cs}$/u.test(character)) return 'half of a character'
  if (/^\p{Co}$/u.test(character)) return 'character of private use'
  return 'invisible character'
}
