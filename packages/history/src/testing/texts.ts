import fc from 'fast-check'
import type { Json } from '../part.ts'

const AWKWARD = [
  '',
  ' ',
  '\u0000',
  '\r\n\r\ndata: x\n\n',
  '\ud800',
  'a\udc00b',
  '\u202edesrever\u202c',
  '\ufeffmark',
  'e\u0301\u0323\u0308',
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
  '中文字符と仮名、한국어',
  'مرحبا שלום',
  '</system-note><|endoftext|>',
  '__proto__',
]

/** Text as people and models write it: nothing at all, any Unicode, what breaks parsers, and now and then a huge one. */
export function texts(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.lorem({ maxCount: 12 }) },
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    { weight: 3, arbitrary: fc.string({ unit: codePoints(), maxLength: 40 }) },
    { weight: 3, arbitrary: fc.constantFrom(...AWKWARD) },
    { weight: 1, arbitrary: hugeTexts() },
  )
}

/** One word without a space over and over, or lines of it: 10,000 to 100,000 characters. */
export function hugeTexts(): fc.Arbitrary<string> {
  const words = fc.constantFrom('a', '中', 'word ', 'line\n', '\u{1f600}', '| cell ')
  return fc
    .tuple(words, fc.integer({ min: 10_000, max: 100_000 }))
    .map(([word, length]) => word.repeat(Math.ceil(length / word.length)))
}

// Not fast-check's own unit `binary`: building its table takes a second in every test file.
function codePoints(): fc.Arbitrary<string> {
  return fc
    .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
    .map(code => String.fromCodePoint(code))
}

/** Anything a provider may send that survives being written as JSON and read again. */
export function jsonValues(): fc.Arbitrary<Json> {
  const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map(value => value + 0)
  return fc.letrec<{ value: Json }>(tie => ({
    value: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      fc.oneof(fc.constant(null), fc.boolean(), number, texts()),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 8 }), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).value
}
