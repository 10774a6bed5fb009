import { featureTable, type TextFeature } from './text-features.ts'

/** What a provider adds around each message, role and separators, whatever is in it. */
export const MESSAGE_OVERHEAD = 4

/**
 * Thousandths of a token that each feature adds. Fitted to o200k with the least relative error, none below zero, on one half
 * of two sets of recorded conversations, with a few texts of other scripts, symbols and keys; `bench/context/fit-estimator.ts`
 * makes them, `npm run bench context` says how far off they are on the other half.
 */
const coefficients: Readonly<Record<TextFeature, number>> = {
  word: 988,
  joinedWord: 486,
  longWordLetter: 619,
  capital: 352,
  accentedLetter: 109,
  digitGroup: 1407,
  spacedDigit: 496,
  punctuationRun: 707,
  punctuation: 248,
  newline: 526,
  spaceRun: 585,
  space: 54,
  foreignLetter: 405,
  ideograph: 827,
  symbolRun: 849,
  symbol: 349,
  surrogate: 853,
}

const STATE_BITS = 12
const STATE = (1 << STATE_BITS) - 1

/** What a character adds, above the state it leads to: one look-up a character, in whole numbers, is three times as fast as two. */
const steps = Int32Array.from(featureTable.features, (features, at) => {
  const thousandths = features.reduce((sum, feature) => sum + coefficients[feature], 0)
  return (thousandths << STATE_BITS) | (featureTable.next[at] ?? 0)
})
const { kindOf } = featureTable

// What this many characters add fits into 31 bits.
const PIECE = 65_536

/**
 * About how many tokens a text is (C15): one pass, in time that grows with the length of any text. At least 1 for a text that is
 * not empty, and additive but for what the two sides of a joint make together: a few tokens at most.
 */
export function estimateTokens(text: string): number {
  if (text === '') return 0
  let state = 0
  let total = 0
  for (let index = 0; index < text.length; ) {
    const end = Math.min(index + PIECE, text.length)
    let thousandths = 0
    for (; index < end; index += 1) {
      const step = steps[state + (kindOf[text.charCodeAt(index)] ?? 0)] ?? 0
      thousandths = (thousandths + (step >> STATE_BITS)) | 0
      state = step & STATE
    }
    total += thousandths
  }
  return Math.max(1, Math.round(total / 1000))
}
