import { texts } from '@stet/history/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'

/** Our own texts, and the tokens they are in o200k. */
const counted: readonly (readonly [name: string, tokens: number, text: string])[] = [
  [
    'prose',
    25,
    'The history of a chat always stands, whole and unchanged, and what the model is shown is a view computed from it.',
  ],
  [
    'JSON',
    56,
    '{"reservation_id": "QK7P2M", "passengers": [{"first_name": "Ada", "last_name": "Moss", "dob": "1984-02-11"}], "total": 1284, "refundable": false}',
  ],
  [
    'code',
    36,
    'export function sum(parts: readonly Part[]): number {\n  let total = 0\n  for (const part of parts) total += countPart(part)\n  return total\n}\n',
  ],
  [
    'a log',
    54,
    '2026-11-15 02:05:33 GET /api/chats/418/messages?after=20000 200 12ms\n2026-11-15 02:05:34 POST /api/chats 201 8ms\n',
  ],
  [
    'a table',
    34,
    '| layer | what it decides |\n|---|---|\n| `pairing` | no call without its result |\n| `origins` | native or plain |\n',
  ],
  ['Chinese', 14, '人生而自由，在尊严和权利上一律平等。'],
  ['a hash', 35, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
]

/** Any UTF-16 at all, halves of characters included. */
const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
  .map(codes => String.fromCharCode(...codes))

const anyText = fc.oneof(texts(), codeUnits)

describe('estimateTokens', () => {
  it.each(counted)('[C15] is within an eighth of the tokens of %s', (_name, tokens, text) => {
    expect(Math.abs(estimateTokens(text) - tokens) / tokens).toBeLessThanOrEqual(1 / 8)
  })

  it('[C15] is nothing for nothing, and a whole number of at least 1 for any other text', () => {
    expect(estimateTokens('')).toBe(0)
    fc.assert(
      fc.property(anyText, text => {
        const tokens = estimateTokens(text)
        expect(Number.isSafeInteger(tokens)).toBe(true)
        expect(tokens).toBeGreaterThanOrEqual(Math.min(1, text.length))
        expect(tokens).toBeLessThanOrEqual(2 * text.length)
      }),
    )
  })

  it('[C15] is the same for two texts together as for each, but for what the joint makes', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const apart = estimateTokens(one) + estimateTokens(other)
        expect(Math.abs(estimateTokens(one + other) - apart)).toBeLessThanOrEqual(10)
      }),
    )
  })

  it('[C15] never falls as a text grows', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        expect(estimateTokens(one + other)).toBeGreaterThanOrEqual(estimateTokens(one))
      }),
    )
  })

  it.each([
    ['one letter', 'a', 0.1, 0.7],
    ['one capital', 'Q', 0.1, 1],
    ['spaces', ' ', 0.005, 0.1],
    ['new lines', '\n', 0.05, 1],
    ['digits', '7', 0.3, 0.5],
    ['dashes', '-', 0.01, 0.3],
    ['ideographs', '中', 0.7, 1.1],
    ['emoji', '\u{1f600}', 1, 2],
    ['halves of characters', '\ud800', 0.1, 1],
  ])('[C15] gives a sensible figure for 200,000 times the same: %s', (_name, text, least, most) => {
    const each = estimateTokens(text.repeat(200_000)) / 200_000
    expect(each).toBeGreaterThanOrEqual(least)
    expect(each).toBeLessThanOrEqual(most)
  })
})
