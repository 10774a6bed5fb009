import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventCleaner } from './event-cleaner.ts'

const encoder = new TextEncoder()

/** The text that comes out of these pieces, with what was noted. */
function clean(pieces: readonly (string | Uint8Array)[]) {
  const notes = { malformed: 0, done: false }
  const cleaner = createEventCleaner(notes)
  const decoder = new TextDecoder()
  const out = [
    ...pieces.map(piece => cleaner.push(typeof piece === 'string' ? encoder.encode(piece) : piece)),
    cleaner.flush(),
  ]
  const text = out.map(bytes => decoder.decode(bytes ?? new Uint8Array(), { stream: true })).join('')
  return { text, ...notes, failed: cleaner.failed() }
}

const fine = { malformed: 0, done: false, failed: false }

describe('createEventCleaner', () => {
  it('passes bytes that need no cleaning as they are', () => {
    const cleaner = createEventCleaner({ malformed: 0, done: false })
    const bytes = encoder.encode('event: a\ndata: {"n": 1}\n\ndata: {"n": "é"}\n\n')
    expect(cleaner.push(bytes)).toBe(bytes)
  })

  it('[FP-1] takes out a byte order mark, comments and line ends of any kind', () => {
    expect(
      clean(['\uFEFFdata: {"n":1}\r\n\r\n: OPENROUTER PROCESSING\n\ndata:{"n":2}\r\rid: 7\ndata: {"n":3}\n\r\n']),
    ).toEqual({
      text: 'data: {"n":1}\n\ndata: {"n":2}\n\ndata: {"n":3}\n\n',
      ...fine,
    })
  })

  it('[FP-1] keeps the name of an event', () => {
    expect(clean(['event: ping\r\ndata: {}\r\n\r\n'])).toEqual({ text: 'event: ping\ndata: {}\n\n', ...fine })
  })

  it('[FP-1] puts an event of several data lines on one', () => {
    expect(clean(['data: {"a":\ndata: 1}\n\n'])).toEqual({ text: 'data: {"a": 1}\n\n', ...fine })
  })

  it('[FP-1] tells events apart that one line end separates', () => {
    expect(clean(['data: {"a":1}\ndata: {"a":2}\n\n'])).toEqual({ text: 'data: {"a":1}\n\ndata: {"a":2}\n\n', ...fine })
  })

  it('[FP-4] gives the last event though its blank line is missing', () => {
    expect(clean(['data: {"a":1}\n\ndata: [DONE]'])).toEqual({
      text: 'data: {"a":1}\n\ndata: [DONE]\n\n',
      ...fine,
      done: true,
    })
  })

  it('[FP-2] leaves out what is no JSON object, and an empty event without counting it', () => {
    expect(clean(['data: \n\ndata: 5\n\ndata: {"a":\n\ndata: {"a":1}\n\ndata: <html>\n\n'])).toEqual({
      text: 'data: {"a":1}\n\n',
      malformed: 3,
      done: false,
      failed: false,
    })
  })

  it('[FP-2] fails at the fifth in a row and gives nothing after it', () => {
    const bad = 'data: no\n\n'
    expect(clean([bad.repeat(4), 'data: {"a":1}\n\n', bad.repeat(5), 'data: {"a":2}\n\n'])).toEqual({
      text: 'data: {"a":1}\n\n',
      malformed: 9,
      done: false,
      failed: true,
    })
  })

  it('[FP-1] gives the same events wherever the bytes are cut', () => {
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
    const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('👩🏽‍💻', 'é\u2028', '\\n', 'data: x'))
    const anyEvent = fc.record({ value, end: lineEnd, comment: fc.boolean(), name: fc.boolean() })
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 12 }), (list, cuts) => {
        const wire = list
          .map(({ value: said, end, comment, name }) =>
            [
              comment ? `: busy${end}` : '',
              name ? `event: e${end}` : '',
              `data: ${JSON.stringify({ said })}${end}${end}`,
            ].join(''),
          )
          .join('')
        const bytes = encoder.encode(wire)
        const at = [0, ...cuts.map(cut => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
        const pieces = at.slice(1).map((to, index) => bytes.slice(at[index], to))
        const expected = list
          .map(({ value: said, name }) => `${name ? 'event: e\n' : ''}data: ${JSON.stringify({ said })}\n\n`)
          .join('')
        expect(clean(pieces)).toEqual({ text: expected, ...fine })
        expect(clean([...bytes].map(byte => Uint8Array.of(byte)))).toEqual({ text: expected, ...fine })
      }),
    )
  })
})
