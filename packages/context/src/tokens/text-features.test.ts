import { describe, expect, it } from 'vitest'
import { countFeatures, textFeatures } from './text-features.ts'

/** The features that occur, by name. */
function featuresOf(text: string): Readonly<Record<string, number>> {
  const counts = countFeatures(text)
  return Object.fromEntries(
    textFeatures.flatMap((feature, index) => (counts[index] === 0 ? [] : [[feature, counts[index] ?? 0]])),
  )
}

describe('countFeatures', () => {
  it('[C15] finds words, where a capital begins another, and distinguishes those behind a space from joined ones', () => {
    expect(featuresOf('read theFile "quoted"')).toEqual({ word: 3, joinedWord: 1, punctuation: 2, punctuationRun: 2 })
    expect(featuresOf('HTTPServer')).toEqual({ word: 1, capital: 4 })
    expect(featuresOf('abcdefghijklmno')).toEqual({ word: 1, longWordLetter: 3 })
  })

  it('[C15] takes digits by three, and a space before one by itself', () => {
    expect(featuresOf('1234567')).toEqual({ digitGroup: 3 })
    expect(featuresOf('in 2026')).toEqual({ word: 1, digitGroup: 2, spacedDigit: 1 })
  })

  it('[C15] takes runs of punctuation and white space together', () => {
    expect(featuresOf('f({})')).toEqual({ word: 1, punctuationRun: 1, punctuation: 4 })
    expect(featuresOf('\n\n    x')).toEqual({ newline: 2, spaceRun: 1, space: 2, word: 1 })
  })

  it('[C15] distinguishes scripts', () => {
    expect(featuresOf('é')).toEqual({ word: 1, accentedLetter: 1 })
    expect(featuresOf('да')).toEqual({ foreignLetter: 2 })
    expect(featuresOf('中仮한')).toEqual({ ideograph: 3 })
    expect(featuresOf('→→')).toEqual({ symbolRun: 1, symbol: 2 })
    expect(featuresOf('\u{1f600}\ud800')).toEqual({ surrogate: 3 })
  })
})
