import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reveal, signsIn } from './reveal.ts'

/** The pieces as one line: signs in brackets. */
function shown(text: string): string {
  return reveal(text)
    .map(piece => {
      if (piece.kind === 'text') return piece.text
      return piece.kind === 'sign' ? `[${piece.sign.name}]` : '[line]'
    })
    .join('')
}

describe('reveal', () => {
  it.each([
    ['rm -rf \u202egnp.txt', 'rm -rf [RLO]gnp.txt'],
    ['\u2066ls\u2069', '[LRI]ls[PDI]'],
    ['curl\u00a0x\u2003y\u3000z', 'curl[NBSP]x[U+2003]y[IDSP]z'],
    ['a\u200bb\u200dc\ufeffd\u00ade', 'a[ZWSP]b[ZWJ]c[BOM]d[SHY]e'],
    ['\u0000\u001b[2K\u007f\u0085', '[NUL][ESC][2K[DEL][U+0085]'],
    ['one\ntwo\r\nthree\tfour', 'one[line]two[CR][line]three[⇥]four'],
    ['a\u2028b\u2029c', 'a[LSEP]b[PSEP]c'],
    ['\u{e0041}\u3164\u115f\u2800\u034f', '[U+E0041][U+3164][U+115F][U+2800][U+034F]'],
    ['x\ufe0fy', 'x[U+FE0F]y'],
    ['\ud800', '[U+D800]'],
    ['\ue000', '[U+E000]'],
  ])('[Z-7] shows what cannot be seen in %j', (text, revealed) => {
    expect(shown(text)).toBe(revealed)
  })

  it.each(['echo "grüß dich" && ls -la', 'שלום', 'e\u0301', '👩‍👩‍👧 ❤️ 🏴󠁧󠁢󠁷󠁬󠁳󠁿 1️⃣ 🇩🇪', ''])(
    '[FU-4] leaves %j as it is',
    text => {
      expect(shown(text)).toBe(text)
    },
  )

  it('[Z-7] lets nothing through that could turn, hide or forge what is beside it', () => {
    const odd = fc.constantFrom('\u202e', '\u2066', '\u200b', '\u00a0', '\u0000', '\u001b', '\r', '\u2028', '\ufeff')
    const text = fc.array(fc.oneof(odd, fc.string({ unit: 'binary' }))).map(pieces => pieces.join(''))
    fc.assert(
      fc.property(text, given => {
        const left = reveal(given).flatMap(piece => (piece.kind === 'text' ? [piece.text] : []))
        expect(left.join('')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u00a0\u200b\u202a-\u202e\u2066-\u2069\ufeff]/u)
      }),
    )
  })
})

describe('signsIn', () => {
  it('[Z-7] names each sign once, and neither line ends nor tabs', () => {
    expect(signsIn(['a\u202eb\n\t', '\u00a0\u202e'])).toEqual([
      { name: 'RLO', meaning: 'right-to-left override' },
      { name: 'NBSP', meaning: 'non-breaking space' },
    ])
  })
})
