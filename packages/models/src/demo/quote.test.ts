import { describe, expect, it } from 'vitest'
import { quote } from './quote.ts'

describe('quote', () => {
  it('[FP-17] keeps markup, HTML and mathematics inert', () => {
    expect(quote('**a** <b> $x^2$ [c](d) `e` &amp; # f')).toBe(
      '> \\*\\*a\\*\\* \\<b\\> \\$x\\^2\\$ \\[c\\]\\(d\\) \\`e\\` \\&amp\\; \\# f',
    )
  })

  it('[FP-17] puts everything on one line, so that no block can begin', () => {
    expect(quote('  one\n\n# two\r\n\u0007> three ')).toBe('> one \\# two \\> three')
  })

  it('[FU-4] cuts between graphemes and mends half a surrogate pair', () => {
    expect(quote('👩🏽‍💻'.repeat(91))).toBe(`> ${'👩🏽‍💻'.repeat(90)}…`)
    expect(quote('a\ud83d')).toBe('> a\ufffd')
  })
})
