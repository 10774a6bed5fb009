import { describe, expect, it } from 'vitest'
import { formatDuration } from './format-duration.ts'
import { formatMoment } from './format-moment.ts'
import { formatTokens } from './format-tokens.ts'

describe('figures', () => {
  it('[V4] shows tokens as ##.#k', () => {
    expect([0, 1, 999, 1000, 12_345, 99_960, 999_949, 999_950, 12_300_000].map(formatTokens)).toEqual([
      '0',
      '1',
      '999',
      '1.0k',
      '12.3k',
      '100.0k',
      '999.9k',
      '1.0M',
      '12.3M',
    ])
  })

  it('[FP-16] shows tokens that are no number as unknown', () => {
    expect([Number.NaN, -1, Number.POSITIVE_INFINITY].map(formatTokens)).toEqual(['unknown', 'unknown', 'unknown'])
  })

  it('[V2] says how long something took', () => {
    expect([-5, 0, 450, 999, 1000, 12_900, 60_000, 185_000, 3_720_000].map(formatDuration)).toEqual([
      '<0.1 s',
      '<0.1 s',
      '0.4 s',
      '0.9 s',
      '1 s',
      '12 s',
      '1 min',
      '3 min 5 s',
      '1 h 2 min',
    ])
  })

  it('[V2] says when something happened no longer than it must', () => {
    const now = new Date(2026, 10, 15, 18, 30).getTime()
    const at = [new Date(2026, 10, 15, 9, 5), new Date(2026, 10, 14, 9, 5), new Date(2025, 10, 15, 9, 5)]
    expect(at.map(moment => formatMoment(moment.getTime(), now, 'en-GB'))).toEqual([
      '09:05',
      '14 Nov, 09:05',
      '15 Nov 2025, 09:05',
    ])
  })
})
