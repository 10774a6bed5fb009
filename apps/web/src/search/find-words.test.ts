import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findWords } from './find-words.ts'

function marked(text: string, search: string): string {
  let shown = ''
  let at = 0
  for (const [start, end] of findWords(text, search)) {
    shown += `${text.slice(at, start)}[${text.slice(start, end)}]`
    at = end
  }
  return shown + text.slice(at)
}

describe('the words of a search in a text', () => {
  it.each([
    ['every place', 'a fox and a Fox', 'fox', 'a [fox] and a [Fox]'],
    ['an unfinished word at its beginning only', 'outfox the foxes', 'fox', 'outfox the [fox]es'],
    ['accents', 'Herr Mu\u0308ller, MÜLLER', 'muller', 'Herr [Mu\u0308ller], [MÜLLER]'],
    ['CJK inside a sentence', '私は東京都に住む', '東京', '私は[東京]都に住む'],
    ['Thai inside a sentence', 'ภาษาไทยง่าย', 'ไทย', 'ภาษา[ไทย]ง่าย'],
    ['Arabic with vowel signs', 'كتب مُحَمَّدٌ رسالة', 'محمد', 'كتب [مُحَمَّدٌ] رسالة'],
    ['several words', 'red fox, brown dog', 'dog red', '[red] fox, brown [dog]'],
    ['nothing for signs', 'a * b', '*', 'a * b'],
    ['nothing for nothing', 'a b', '', 'a b'],
  ])('[W3] are marked: %s', (_name, text, search, shown) => {
    expect(marked(text, search)).toBe(shown)
  })

  it('[W3] [FH-5] any text is safe, and ranges are in order and inside it', () => {
    const any = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(any, any, (text, search) => {
        let last = 0
        for (const [start, end] of findWords(text, search)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
