import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toChunks } from './to-chunks.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

describe('toChunks', () => {
  it('[P4] cuts before the space of the next word', () => {
    expect(toChunks('One  two,\n\nthree. ')).toEqual(['One', '  two,', '\n\nthree.', ' '])
  })

  it('[P4] cuts text without spaces too', () => {
    expect(toChunks('あいうえおかきくけこさしすせそ')).toEqual(['あいうえおかきくけこさし', 'すせそ'])
  })

  it('[FU-4] loses nothing and never cuts inside a grapheme', () => {
    const pieces = fc.constantFrom('👩🏽‍💻', '🇫🇷', 'é', '\r\n', ' ', 'a', 'น้ำ', '\u0600', '\u200d')
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(pieces, { maxLength: 60 }).map(list => list.join('')),
    )
    fc.assert(
      fc.property(anyText, text => {
        const chunks = toChunks(text)
        const boundaries = new Set([...graphemes.segment(text)].map(({ index }) => index))
        const starts = chunks.map((_, index) => chunks.slice(0, index).join('').length)
        expect(chunks.join('')).toBe(text)
        expect(starts.filter(start => !boundaries.has(start))).toEqual([])
      }),
    )
  })
})
