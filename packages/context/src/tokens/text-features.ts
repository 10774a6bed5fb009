/** What a tokenizer distinguishes when it cuts a text into pieces. */
export const characterKinds = [
  'lower',
  'upper',
  'accented', // Latin letters outside ASCII
  'digit',
  'punctuation',
  'newline',
  'space',
  'foreign', // letters of other alphabets
  'ideograph', // Chinese, Japanese, Korean
  'symbol',
  'surrogate',
] as const

export type CharacterKind = (typeof characterKinds)[number]

/** Later ranges win over earlier ones; what none names is a symbol. */
const ranges: readonly (readonly [kind: CharacterKind, first: number, last: number])[] = [
  ['punctuation', 0x00, 0x7f],
  ['space', 0x09, 0x0c],
  ['newline', 0x0a, 0x0a],
  ['newline', 0x0d, 0x0d],
  ['space', 0x20, 0x20],
  ['digit', 0x30, 0x39],
  ['upper', 0x41, 0x5a],
  ['lower', 0x61, 0x7a],
  ['space', 0xa0, 0xa0],
  ['accented', 0xc0, 0x02_4f],
  ['foreign', 0x02_50, 0x1f_ff],
  ['accented', 0x1e_00, 0x1e_ff],
  ['space', 0x20_00, 0x20_0a],
  ['newline', 0x20_28, 0x20_29],
  ['ideograph', 0x2e_80, 0xa4_cf],
  ['foreign', 0xa4_d0, 0xab_ff],
  ['ideograph', 0xac_00, 0xd7_ff],
  ['surrogate', 0xd8_00, 0xdf_ff],
  ['ideograph', 0xf9_00, 0xfa_ff],
  ['foreign', 0xfb_00, 0xfd_ff],
  ['foreign', 0xfe_70, 0xfe_fe],
  ['ideograph', 0xff_00, 0xff_ef],
]

/** For every UTF-16 code unit, the place of its kind in `characterKinds`. */
export const kindOfCode: Uint8Array = kindOfEveryCode()

function kindOfEveryCode(): Uint8Array {
  const codes = new Uint8Array(0x1_00_00).fill(characterKinds.indexOf('symbol'))
  for (const [kind, first, last] of ranges) codes.fill(characterKinds.indexOf(kind), first, last + 1)
  return codes
}

/**
 * What an estimate of tokens is made of. Tokenizers cut a text into words, groups of three digits, runs of punctuation and of
 * white space, and then each of these into tokens; these are those pieces, and what makes one of them cost more than a token.
 */
export const textFeatures = [
  'word', // a run of letters behind a space; a capital behind a small letter begins another
  'joinedWord', // one behind a digit, punctuation or a new line
  'longWordLetter', // letters of a word behind the twelfth
  'capital', // capitals inside a word
  'accentedLetter', // Latin letters outside ASCII
  'digitGroup', // one to three digits
  'spacedDigit', // a digit behind a space, which is then a token of its own
  'punctuationRun',
  'punctuation',
  'newline',
  'spaceRun', // two spaces or more: one space belongs to the word that follows it
  'space', // every space of a run behind the second
  'foreignLetter', // of another alphabet
  'ideograph', // Chinese, Japanese and Korean characters
  'symbolRun', // arrows, boxes, typographic marks
  'symbol',
  'surrogate', // half of a character outside the basic plane, such as an emoji
] as const

export type TextFeature = (typeof textFeatures)[number]

/** What is before a character: the kind of the run it ends, and how long that run is, as far as it matters. */
interface Before {
  readonly kind: CharacterKind | 'start'
  readonly length: number
}

interface Step {
  readonly before: Before
  readonly features: readonly TextFeature[]
}

const WHOLE_WORD = 12
const DIGIT_GROUP = 3

function step(before: Before, kind: CharacterKind): Step {
  const again = before.kind === kind
  const run = (length: number, ...features: TextFeature[]): Step => ({ before: { kind, length }, features })
  switch (kind) {
    case 'lower':
    case 'upper':
    case 'accented':
      return letter(before, kind)
    case 'digit': {
      if (again && before.length < DIGIT_GROUP) return run(before.length + 1)
      return before.kind === 'space' ? run(1, 'digitGroup', 'spacedDigit') : run(1, 'digitGroup')
    }
    case 'punctuation':
      return again ? run(1, 'punctuation') : run(1, 'punctuation', 'punctuationRun')
    case 'newline':
      return run(1, 'newline')
    case 'space':
      if (!again) return run(1)
      return before.length === 1 ? run(2, 'spaceRun') : run(2, 'space')
    case 'foreign':
      return run(1, 'foreignLetter')
    case 'symbol':
      return again ? run(1, 'symbol') : run(1, 'symbol', 'symbolRun')
    case 'ideograph':
    case 'surrogate':
      return run(1, kind)
  }
}

function letter(before: Before, kind: 'lower' | 'upper' | 'accented'): Step {
  const extra: TextFeature[] = kind === 'accented' ? ['accentedLetter'] : []
  const inWord = before.kind === 'lower' || before.kind === 'upper' || before.kind === 'accented'
  if (!inWord || (kind === 'upper' && before.kind !== 'upper')) {
    const isJoined = !inWord && before.kind !== 'start' && before.kind !== 'space'
    return { before: { kind, length: 1 }, features: [isJoined ? 'joinedWord' : 'word', ...extra] }
  }
  if (kind === 'upper') extra.push('capital')
  if (before.length === WHOLE_WORD) extra.push('longWordLetter')
  return { before: { kind, length: Math.min(before.length + 1, WHOLE_WORD) }, features: extra }
}

/**
 * The same as a table, so that one look-up a character finds both what it adds and what is before the next: `next[at]` for
 * `at = state + kindOf[code]`, beginning in state 0.
 */
export interface FeatureTable {
  readonly kindOf: Uint8Array
  readonly next: Uint16Array
  readonly features: readonly (readonly TextFeature[])[]
}

export const featureTable: FeatureTable = buildTable()

function buildTable(): FeatureTable {
  const states: Before[] = [{ kind: 'start', length: 0 }]
  const next: number[] = []
  const features: (readonly TextFeature[])[] = []
  for (let state = 0; state < states.length; state += 1) {
    const before = states[state]
    if (before === undefined) throw new Error(`no state ${state}`)
    for (const kind of characterKinds) {
      const taken = step(before, kind)
      const { kind: nextKind, length } = taken.before
      const known = states.findIndex(other => other.kind === nextKind && other.length === length)
      if (known === -1) states.push(taken.before)
      next.push((known === -1 ? states.length - 1 : known) * characterKinds.length)
      features.push(taken.features)
    }
  }
  return { kindOf: kindOfCode, next: Uint16Array.from(next), features }
}

/** How often each feature occurs in a text, in the order of `textFeatures`: what an estimator is fitted to. */
export function countFeatures(text: string): readonly number[] {
  const { kindOf, next, features } = featureTable
  const counts = new Map<TextFeature, number>()
  let state = 0
  for (let index = 0; index < text.length; index += 1) {
    const at = state + (kindOf[text.charCodeAt(index)] ?? 0)
    for (const feature of features[at] ?? []) counts.set(feature, (counts.get(feature) ?? 0) + 1)
    state = next[at] ?? 0
  }
  return textFeatures.map(feature => counts.get(feature) ?? 0)
}
