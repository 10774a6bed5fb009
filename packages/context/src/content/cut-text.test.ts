import { texts } from '@stet/history/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutMarker, cutText } from './cut-text.ts'

const family = '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}'

describe('cutText', () => {
  it.each([
    ['a surrogate pair', 'ab\u{1f600}', 3, 'ab'],
    ['a letter and its accents', 'abe\u0301\u0323', 4, 'ab'],
    ['a family of emoji', `ab${family}`, 6, 'ab'],
    ['an emoji and its skin', 'ab\u{1f44d}\u{1f3fd}', 4, 'ab'],
    ['the letters of a flag', 'ab\u{1f1e8}\u{1f1ed}', 4, 'ab'],
    ['the second of two flags', '\u{1f1e8}\u{1f1ed}\u{1f1e8}\u{1f1ed}', 6, '\u{1f1e8}\u{1f1ed}'],
    ['a line break of two characters', 'ab\r\n', 3, 'ab'],
  ])('[C5] does not cut through %s', (_name, text, limit, kept) => {
    expect(cutText(text, limit)).toBe(kept)
  })

  it('[C5] cuts between two flags', () => {
    expect(cutText('\u{1f1e8}\u{1f1ed}\u{1f1e8}\u{1f1ed}', 4)).toBe('\u{1f1e8}\u{1f1ed}')
  })

  it('[C5] cuts a run of accents without end somewhere, but no surrogate pair', () => {
    expect(cutText(`a${'\u0301'.repeat(500)}`, 300)).toHaveLength(300)
    expect(cutText('\u{1f3fd}'.repeat(500), 301)).toHaveLength(300)
  })

  it('[C5] keeps a beginning of the text, at most a character shorter than asked, and well formed where the text is', () => {
    fc.assert(
      fc.property(texts(), fc.nat({ max: 200 }), (text, limit) => {
        const cut = cutText(text, limit)
        expect(text.startsWith(cut)).toBe(true)
        expect(cut.length).toBeLessThanOrEqual(limit)
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, limit - 65))
        if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true)
      }),
    )
  })

  it.each([
    [7, '[… 7 characters cut]'],
    [1000, '[… 1,000 characters cut]'],
    [12_345_678, '[… 12,345,678 characters cut]'],
  ])('[C5] the marker of %i says so', (characters, marker) => {
    expect(cutMarker(characters)).toBe(marker)
  })
})
