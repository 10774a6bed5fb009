import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_TERM_LENGTH } from './scan-terms.ts'
import { matchesTerm, toSearchQuery, toSearchTerms } from './search-terms.ts'

function finds(query: string, text: string): boolean {
  const wanted = toSearchQuery(query)
  const terms = toSearchTerms(text)
  const complete = wanted.terms.every(term => terms.includes(term))
  const begun = wanted.prefix === null || terms.some(term => matchesTerm({ terms: [], prefix: wanted.prefix }, term))
  return complete && begun
}

describe('toSearchTerms', () => {
  it.each([
    ['words of any case', 'The Quick, quick FOX', ['the', 'quick', 'fox']],
    ['accents', 'Müller Crème brûlée Ελλάδα', ['muller', 'creme', 'brulee', 'ελλαδα']],
    ['decomposed accents', 'Mu\u0308ller', ['muller']],
    ['letters that do not decompose', 'Straße Łódź smørbrød ısı', ['strasse', 'lodz', 'smorbrod', 'isi']],
    ['both forms of sigma', 'ΟΔΟΣ οδος', ['οδοσ']],
    ['compatibility forms', 'Ａ１ ﬁn ½ 𝐇𝐢 ㈱ ｶﾞ', ['a1', 'fin', '1', '2', 'hi', '株', 'ガ']],
    ['snake_case', 'max_tokens = 5', ['max', 'tokens', '5']],
    ['camelCase', 'getHTTPServer2', ['gethttpserver2', 'get', 'http', 'server2']],
    ['contractions', "don't l'école", ['don', 't', 'l', 'ecole']],
    ['Han', '東京都', ['東', '東京', '京', '京都', '都']],
    ['kana with the long vowel sign', 'データ', ['デ', 'デー', 'ー', 'ータ', 'タ']],
    ['Hangul', '학교', ['학', '학교', '교']],
    ['conjoining jamo', '\u1112\u1161\u11a8\u1100\u116d', ['학', '학교', '교']],
    ['Thai', 'ไทย', ['ไ', 'ไท', 'ท', 'ทย', 'ย']],
    ['Myanmar', 'မြန်', ['မ', 'မြ', 'ြ', 'ြန', 'န', 'န်', '်']],
    ['mixed scripts without a space', '第3章Tower', ['第', '3', '章', 'tower']],
    ['Arabic vowel signs and the stretching line', 'مُحَمَّد محـــمد', ['محمد']],
    ['Hebrew points', 'שָׁלוֹם', ['שלום']],
    ['Devanagari, whose marks are letters', 'हिन्दी', ['हिन्दी']],
    ['emoji, without tone and joiner', '🎉 👍🏽 👩‍💻', ['🎉', '👍', '👩', '💻']],
    ['soft hyphens and joiners inside a word', 'soft\u00adware می\u200cخواهم', ['software', 'میخواهم']],
    ['NUL and lone surrogates', 'a\0b\ud800c\udc00d', ['a', 'b', 'c', 'd']],
    ['nothing to find', ' \n-_.,!?', []],
    ['the empty text', '', []],
  ])('[W3] takes %s', (_name, text, terms) => {
    expect(toSearchTerms(text)).toEqual(terms)
  })

  it('[W3] cuts long words, and never half a character', () => {
    const terms = toSearchTerms(`${'x'.repeat(70)} ${'y'.repeat(63)}${'𐐷'.repeat(4)}`)
    expect(terms).toEqual(['x'.repeat(64), 'y'.repeat(63)])
  })

  it.each([
    ['one letter', 'a'.repeat(5_000_000)],
    ['changing case', 'aB'.repeat(2_500_000)],
    ['an accented letter', 'é'.repeat(5_000_000)],
    ['one letter under accents', `e${'\u0301'.repeat(5_000_000)}`],
    ['one letter under vowel signs', `क${'\u093f'.repeat(5_000_000)}`],
    ['one character of Han', '漢'.repeat(5_000_000)],
    ['halves of surrogate pairs', '\ud83d'.repeat(5_000_000)],
    ['conjoining jamo', '\u1100\u1161'.repeat(2_500_000)],
  ])('[W3] survives a single line of 5 MB: %s', { timeout: 120_000 }, (_name, text) => {
    const terms = toSearchTerms(text)
    expect(terms.length).toBeLessThan(8)
    expect(terms.every(term => term.length <= MAX_TERM_LENGTH)).toBe(true)
  })

  it('[W3] every term is well-formed, not empty, bounded, and given once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
        const terms = toSearchTerms(text)
        expect(new Set(terms).size).toBe(terms.length)
        for (const term of terms) {
          expect(term).not.toBe('')
          expect(term.length).toBeLessThanOrEqual(MAX_TERM_LENGTH)
          expect(term.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('toSearchQuery', () => {
  it.each([
    ['the unfinished last word', 'quick Fo', { terms: ['quick'], prefix: 'fo' }],
    ['a finished last word', 'quick fox ', { terms: ['quick', 'fox'], prefix: null }],
    ['an identifier', 'max_tok', { terms: ['max'], prefix: 'tok' }],
    ['camelCase as one word', 'getHTTPSer', { terms: [], prefix: 'gethttpser' }],
    ['pairs, which need no completing', '東京都', { terms: ['東京', '京都'], prefix: null }],
    ['one character', '京', { terms: ['京'], prefix: null }],
    ['an emoji', '🎉', { terms: ['🎉'], prefix: null }],
    ['nothing', ' "*-', { terms: [], prefix: null }],
  ])('[W3] reads %s', (_name, text, query) => {
    expect(toSearchQuery(text)).toEqual(query)
  })

  it('[W3] looks for no more than 32 terms of a pasted page', () => {
    const page = Array.from({ length: 1000 }, (_, index) => `word${index}`).join(' ')
    expect(toSearchQuery(page).terms).toHaveLength(32)
  })

  it.each([
    ['Muller', 'Herr Müller'],
    ['Müller', 'Herr Muller'],
    ['STRASSE', 'Hauptstraße 5, Straße'],
    ['camel', 'a camelCase name'],
    ['camelcase', 'a camelCase name'],
    ['京', '東京都'],
    ['学校 図書', '学校の図書館'],
    ['학교 도서관', '학교에서 도서관까지'],
    ['ไทย', 'ภาษาไทยง่าย'],
    ['محمد', 'كتب مُحَمَّدٌ رسالة'],
    ['istanbul', 'İstanbul'],
  ])('[W3] %s finds %s', (query, text) => {
    expect(finds(query, text)).toBe(true)
  })

  it.each([
    ['cat', 'concatenate'],
    ['東都', '東京都'],
    ['fox dog', 'the fox'],
    ['fo ', 'the fox'],
  ])('[W3] %s does not find %s', (query, text) => {
    expect(finds(query, text)).toBe(false)
  })

  it('[W3] every word of a text finds that text, finished and being typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(), (text, pick) => {
        const words = text.split(/\s+/u).filter(word => word !== '')
        const word = words[pick % Math.max(words.length, 1)]
        fc.pre(word !== undefined)
        expect([finds(word, text), finds(`${word} `, text)]).toEqual([true, true])
      }),
      { numRuns: 2000 },
    )
  })

  it('[W3] every beginning of a word finds it, and all words of a text together', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zäöüß]{1,12}$/), { minLength: 1, maxLength: 8 }),
        fc.nat(),
        (words, pick) => {
          const text = words.join(' ')
          const last = words.at(-1) ?? ''
          const begun = [...words.slice(0, -1), last.slice(0, 1 + (pick % last.length))].join(' ')
          expect([finds(text, text), finds(begun, text)]).toEqual([true, true])
        },
      ),
    )
  })
})
