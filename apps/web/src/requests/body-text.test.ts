import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findInText, markedPieces, rowAt, rowOf, textRows } from './body-text.ts'
import { layOutJson } from './lay-out-json.ts'

describe('a body that is laid out', () => {
  it('[X1] reads as JSON is written by hand', () => {
    expect(layOutJson('{"model":"quill","stream":true,"messages":[{"a":[]},{}],"n":1.0}')).toBe(
      '{\n  "model": "quill",\n  "stream": true,\n  "messages": [\n    {\n      "a": []\n    },\n    {}\n  ],\n  "n": 1.0\n}',
    )
  })

  it('[X1] keeps every token as it was sent: numbers, doubled keys and escapes', () => {
    expect(layOutJson('{"a":1.10,"a":12345678901234567890,"2":"\\u00e9\\\\","1":"say \\"hi\\""}')).toBe(
      '{\n  "a": 1.10,\n  "a": 12345678901234567890,\n  "2": "\\u00e9\\\\",\n  "1": "say \\"hi\\""\n}',
    )
  })

  it('[X1] is not laid out when it is no JSON', () => {
    expect(['', 'model=quill', '{"a":"', '{"a":1}}', '[[1]'].map(layOutJson)).toEqual([null, null, null, null, null])
  })

  it('[X1] [FH-2] stays small however deep it is nested', () => {
    const deep = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`
    expect(layOutJson(deep)?.length).toBeLessThan(deep.length * 70)
  })

  it('[X1] says the same as what was sent, for any JSON', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), value => {
        const sent = JSON.stringify(value)
        expect(JSON.stringify(JSON.parse(layOutJson(sent) ?? 'null'))).toBe(JSON.stringify(JSON.parse(sent)))
      }),
    )
  })
})

describe('the rows of a text', () => {
  it('[X1] are its lines, and a long line begins a row where the text in it breaks its line', () => {
    const long = `"${'word '.repeat(50)}\\nnext \\\\name\\nlast"`
    const text = `{\n${long}\n}`
    const starts = textRows(text)
    expect(starts.map((_, index) => rowAt(text, starts, index)).map(({ from, to }) => text.slice(from, to))).toEqual([
      '{',
      `"${'word '.repeat(50)}\\n`,
      'next \\\\name\\n',
      'last"',
      '}',
    ])
  })

  it('[FU-2] are never longer than can be drawn, and never cut a sign in two', () => {
    const text = `a${'\u{1F600}'.repeat(3000)}`
    const starts = textRows(text)
    const rows = starts.map((_, index) => rowAt(text, starts, index))
    expect(Math.max(...rows.map(({ from, to }) => to - from))).toBeLessThan(2100)
    expect(rows.every(({ from, to }) => text.slice(from, to).isWellFormed())).toBe(true)
  })

  it('[X1] together are the whole text, and every place is in the row that holds it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('\n', '\\n', '\\\\', 'word '.repeat(40), 'x'), { maxLength: 30 }),
        pieces => {
          const text = pieces.join('')
          const starts = textRows(text)
          const rows = starts.map((_, index) => rowAt(text, starts, index))
          expect(starts[0]).toBe(0)
          expect(
            rows
              .map(({ from, to }) => text.slice(from, to))
              .join('')
              .replaceAll('\n', ''),
          ).toBe(text.replaceAll('\n', ''))
          for (const place of [0, text.length >> 1, Math.max(0, text.length - 1)]) {
            const row = rowOf(starts, place)
            expect([starts[row] ?? 0, starts[row + 1] ?? text.length + 1]).toEqual([
              Math.min(place, starts[row] ?? 0),
              Math.max(place + 1, starts[row + 1] ?? text.length + 1),
            ])
          }
        },
      ),
    )
  })
})

describe('what is looked for in a text', () => {
  it('[X1] is found whatever its case, and its signs are taken as they are', () => {
    expect(findInText('A.b aXb a.B', 'a.b')).toEqual({ places: [0, 8], length: 3, more: false })
    expect(findInText('anything', '')).toEqual({ places: [], length: 0, more: false })
  })

  it('[FU-2] stops being counted where nobody would go through it', () => {
    const { places, more } = findInText('a'.repeat(6000), 'a')
    expect([places.length, more]).toEqual([5000, true])
  })

  it('[X1] is marked in every row that it goes through', () => {
    const text = 'harbour wall'
    const found = findInText(text, 'our wa')
    expect(markedPieces(text, { from: 0, to: 7 }, found)).toEqual([
      { text: 'harb', match: null },
      { text: 'our', match: 0 },
    ])
    expect(markedPieces(text, { from: 7, to: 12 }, found)).toEqual([
      { text: ' wa', match: 0 },
      { text: 'll', match: null },
    ])
  })
})
