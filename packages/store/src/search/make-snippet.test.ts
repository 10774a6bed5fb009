import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeSnippet } from './make-snippet.ts'
import { matchesTerm, toSearchQuery } from './to-search-query.ts'
import { toSearchTerms } from './to-search-terms.ts'

function marked(text: string, query: string): string {
  const snippet = makeSnippet(text, toSearchQuery(query))
  let shown = ''
  let at = 0
  for (const [start, end] of snippet.marks) {
    shown += `${snippet.text.slice(at, start)}[${snippet.text.slice(start, end)}]`
    at = end
  }
  return shown + snippet.text.slice(at)
}

const FILLER = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor '

describe('makeSnippet', () => {
  it.each([
    ['a short text whole', 'The quick brown fox', 'brown', 'The quick [brown] fox'],
    ['the word being typed', 'The quick brown fox', 'bro', 'The quick [brown] fox'],
    ['accents in the original', 'Herr Mu\u0308ller und Frau MÜLLER', 'muller', 'Herr [Mu\u0308ller] und Frau [MÜLLER]'],
    ['a hump of camelCase', 'call getUserName here', 'user ', 'call get[User]Name here'],
    ['joined pairs as one', '私は東京都に住む', '東京都', '私は[東京都]に住む'],
    ['one character', '東京都', '京', '東[京]都'],
    ['halfwidth kana', 'ｱｶﾞﾙ', 'ガ', 'ｱ[ｶﾞ]ﾙ'],
    ['Thai', 'ภาษาไทยง่าย', 'ไทย', 'ภาษา[ไทย]ง่าย'],
    ['Arabic with vowel signs', 'كتب مُحَمَّدٌ رسالة', 'محمد', 'كتب [مُحَمَّدٌ] رسالة'],
    ['emoji', 'done 🎉 now', '🎉', 'done [🎉] now'],
    ['an expanded symbol', 'at ㈱ now', '株', 'at [㈱] now'],
    ['no match', 'The quick brown fox', 'zebra', 'The quick brown fox'],
    ['no query', 'The quick brown fox', '', 'The quick brown fox'],
  ])('[W3] shows %s', (_name, text, query, shown) => {
    expect(marked(text, query)).toBe(shown)
  })

  it('[W3] cuts a long text between words, and says so', () => {
    expect(marked(`${FILLER.repeat(3)}needle ${FILLER.repeat(3)}`, 'needle')).toBe(
      '…adipiscing elit sed do eiusmod tempor [needle] lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor lorem ipsum dolor sit amet consectetur…',
    )
  })

  it('[W3] cuts between characters as people see them', () => {
    const family = '👩‍👩‍👧‍👦'
    const snippet = makeSnippet(`${family.repeat(40)}needle${family.repeat(40)}`, toSearchQuery('needle'))
    expect(snippet.text).toBe(`…${family.repeat(4)}needle${family.repeat(10)}…`)
  })

  it('[W3] finds the last word of a single line of 5 MB', { timeout: 120_000 }, () => {
    expect(marked(`${'漢字'.repeat(2_500_000)}終わり`, '終わり')).toMatch(/^…[漢字]{48}\[終わり\]$/u)
  })

  it('[W3] survives a character buried in marks', () => {
    const snippet = makeSnippet(`e${'\u0301'.repeat(100_000)} needle`, toSearchQuery('e'))
    expect(snippet.text.length).toBeLessThan(250)
    expect(snippet.marks).toHaveLength(1)
  })

  it('[W3] shows a stretch of the text; marks are in it, in order, and match', { timeout: 120_000 }, () => {
    const text = fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.constant(FILLER)), { maxLength: 6 })
    fc.assert(
      fc.property(text, fc.nat(), (pieces, pick) => {
        const whole = pieces.join(' ')
        const terms = toSearchTerms(whole)
        const term = terms[pick % Math.max(terms.length, 1)]
        fc.pre(term !== undefined)
        const query = toSearchQuery(term)
        const snippet = makeSnippet(whole, query)
        expect(whole).toContain(snippet.text.replace(/^…/u, '').replace(/…$/u, ''))
        expect(snippet.text.length).toBeLessThan(220)
        expect(snippet.marks.length).toBeGreaterThan(0)
        let last = 0
        for (const [start, end] of snippet.marks) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
          const found = toSearchTerms(snippet.text.slice(start, end))
          const cutOff = end >= snippet.text.length - 1
          expect(cutOff || found.some(one => matchesTerm(query, one))).toBe(true)
        }
        expect(last).toBeLessThanOrEqual(snippet.text.length)
      }),
      { numRuns: 1000 },
    )
  })
})
