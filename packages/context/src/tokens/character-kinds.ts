/** What a tokenizer tells apart when it cuts a text into pieces. */
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
