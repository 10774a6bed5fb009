import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAscii, makeSnippet, visitCandidates } from './make-snippet.ts'
import { matchesTerm, toSearchQuery, toSearchTerms } from './search-terms.ts'

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

function candidates(text: string, terms: readonly string[], until = text.length): string[] {
  const words: string[] = []
  visitCandidates(text, terms, (start, end) => {
    words.push(text.slice(start, end))
    return until
  })
  return words
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '-'), maxLength: 40 })
const terms = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 1, maxLength: 3 }), {
  minLength: 1,
})

describe('visitCandidates', () => {
  it('[W3] visits each word that holds a term, once and in order', () => {
    fc.assert(
      fc.property(text, terms, (text, terms) => {
        const words = text.match(/[ab1]+/g) ?? []
        expect(candidates(text, terms)).toEqual(words.filter(word => terms.some(term => word.includes(term))))
      }),
    )
  })

  it('[W3] ends at its limit', () => {
    expect(candidates('fox foxes red fox', ['fox', 'red'], 10)).toEqual(['fox', 'foxes'])
    expect(candidates('fox foxes red fox', ['fox', 'red'], 0)).toEqual(['fox'])
  })

  it('[W3] reads a long text once, also for a term that is not in it', { timeout: 60_000 }, () => {
    expect(candidates('outfoxed '.repeat(500_000), ['fox', 'zebra'])).toHaveLength(500_000)
  })
})

describe('isAscii', () => {
  it('knows every character on its own', () => {
    for (let unit = 0; unit < 0x10000; unit += 1) expect(isAscii(String.fromCharCode(unit))).toBe(unit < 0x80)
    expect(isAscii('')).toBe(true)
  })

  it('sees one other character anywhere in a long text', () => {
    fc.assert(
      fc.property(fc.nat(9000), fc.nat(9000), fc.constantFrom('é', '漢', '🎉', '\ud800'), (before, behind, other) => {
        const [start, end] = ['a'.repeat(before), 'b'.repeat(behind)]
        expect([isAscii(start + end), isAscii(start + other + end)]).toEqual([true, false])
      }),
    )
  })

  it.each(['é', '漢', '🎉', '\ud800'])('is not misled by a text full of %j', character => {
    for (const times of [1, 1365, 1366, 2047, 2048, 4096, 8192]) expect(isAscii(character.repeat(times))).toBe(false)
  })
})
