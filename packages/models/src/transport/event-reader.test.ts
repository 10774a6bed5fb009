import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventReader } from './event-reader.ts'

const encoder = new TextEncoder()

/** What is read from these pieces, each event as a line, with what was noted. */
function read(pieces: readonly (string | Uint8Array)[]) {
  const notes = { malformed: 0, done: false }
  const reader = createEventReader(notes)
  const bytes = pieces.map(piece => (typeof piece === 'string' ? encoder.encode(piece) : piece))
  const events = [...bytes.flatMap(piece => reader.push(piece)), ...reader.flush()]
  const wrong = events.filter(({ payload, data }) => payload !== '[DONE]' && JSON.stringify(data) !== compact(payload))
  const lines = events.map(({ name, payload }) => `${name}:${payload}`)
  return { lines, ...notes, failed: reader.hasFailed(), wrong }
}

function compact(payload: string): string {
  return JSON.stringify(JSON.parse(payload))
}

const fine = { malformed: 0, done: false, failed: false, wrong: [] }

describe('createEventReader', () => {
  it.each([
    ['events of one line each', 'event: a\ndata: {"n": 1}\n\ndata: {"n": "é"}\n\n', true],
    ['a comment', ': hm\n\ndata: {"n": 1}\n\n', false],
    ['line ends of two characters', 'data: {"n": 1}\r\n\r\n', false],
    ['a half event', 'data: {"n": 1}\n\ndata: {"n"', false],
    ['no JSON', 'data: {"n": 1}\n\ndata: {n}\n\n', false],
  ])('says whether bytes need no cleaning: %s', (_name, text, expected) => {
    const reader = createEventReader({ malformed: 0, done: false })
    reader.push(encoder.encode(text))
    expect(reader.isClean()).toBe(expected)
  })

  it('[FP-1] takes out a byte order mark, comments and line ends of any kind', () => {
    const text = '\uFEFFdata: {"n":1}\r\n\r\n: OPENROUTER PROCESSING\n\ndata:{"n":2}\r\rid: 7\ndata: {"n":3}\n\r\n'
    expect(read([text])).toEqual({ lines: [':{"n":1}', ':{"n":2}', ':{"n":3}'], ...fine })
  })

  it('[FP-1] keeps the name of an event, for that one alone', () => {
    expect(read(['event: ping\r\ndata: {}\r\n\r\ndata: {}\n\n'])).toEqual({ lines: ['ping:{}', ':{}'], ...fine })
  })

  it('[FP-1] joins an event of several data lines', () => {
    expect(read(['data: {"a":\ndata: 1}\n\n'])).toEqual({ lines: [':{"a":\n 1}'], ...fine })
  })

  it('[FP-1] tells events apart that one line end separates', () => {
    expect(read(['data: {"a":1}\ndata: {"a":2}\n\n'])).toEqual({ lines: [':{"a":1}', ':{"a":2}'], ...fine })
  })

  it('[FP-4] gives the last event though its blank line is missing', () => {
    const text = 'data: {"a":1}\n\ndata: [DONE]'
    expect(read([text])).toEqual({ lines: [':{"a":1}', ':[DONE]'], ...fine, done: true })
  })

  it('[FP-2] leaves out what is no JSON object, and an empty event without counting it', () => {
    expect(read(['data: \n\ndata: 5\n\ndata: {"a":\n\ndata: {"a":1}\n\ndata: <html>\n\n'])).toEqual({
      lines: [':{"a":1}'],
      ...fine,
      malformed: 3,
    })
  })

  it('[FP-2] fails at the fifth in a row and gives nothing after it', () => {
    const bad = 'data: no\n\n'
    expect(read([bad.repeat(4), 'data: {"a":1}\n\n', bad.repeat(5), 'data: {"a":2}\n\n'])).toEqual({
      lines: [':{"a":1}'],
      ...fine,
      malformed: 9,
      failed: true,
    })
  })

  it('[FP-1] gives the same events wherever the bytes are cut', () => {
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
    const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('👩🏽‍💻', 'é\u2028', '\\n', 'data: x'))
    const anyEvent = fc.record({ value, end: lineEnd, comment: fc.boolean(), name: fc.boolean() })
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 12 }), (list, cuts) => {
        const wire = list.map(({ value: said, end, comment, name }) => {
          const data = `data: ${JSON.stringify({ said })}${end}${end}`
          return `${comment ? `: busy${end}` : ''}${name ? `event: e${end}` : ''}${data}`
        })
        const bytes = encoder.encode(wire.join(''))
        const at = [0, ...cuts.map(cut => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
        const pieces = at.slice(1).map((to, index) => bytes.slice(at[index], to))
        const lines = list.map(({ value: said, name }) => `${name ? 'e' : ''}:${JSON.stringify({ said })}`)
        expect(read(pieces)).toEqual({ lines, ...fine })
        expect(read([...bytes].map(byte => Uint8Array.of(byte)))).toEqual({ lines, ...fine })
      }),
    )
  })
})
