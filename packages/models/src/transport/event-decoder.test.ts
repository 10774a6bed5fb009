import type { Json } from '@stet/history'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventDecoder } from './event-decoder.ts'

const encoder = new TextEncoder()

/** What is read from these pieces, with what was noted. */
function read(pieces: readonly (string | Uint8Array)[]) {
  const decoder = createEventDecoder('host')
  const bytes = pieces.map(piece => (typeof piece === 'string' ? encoder.encode(piece) : piece))
  const events = [...bytes.flatMap(piece => decoder.push(piece)), ...decoder.end()]
  const failure = decoder.failure()?.message ?? null
  return { events, malformed: decoder.malformed(), done: decoder.isDone(), failure, whole: decoder.whole() }
}

const fine = { malformed: 0, done: false, failure: null, whole: undefined }

describe('createEventDecoder', () => {
  it('[FP-1] reads past a byte order mark, comments and line ends of any kind', () => {
    const text = '\uFEFFdata: {"n":1}\r\n\r\n: OPENROUTER PROCESSING\n\ndata:{"n":2}\r\rid: 7\ndata: {"n":3}\n\r\n'
    expect(read([text])).toEqual({ events: [{ n: 1 }, { n: 2 }, { n: 3 }], ...fine })
  })

  it('[FP-1] joins an event of several data lines', () => {
    expect(read(['data: {"a":\ndata: 1}\n\n'])).toEqual({ events: [{ a: 1 }], ...fine })
  })

  it('[FP-1] separates events that one line end separates', () => {
    expect(read(['data: {"a":1}\ndata: {"a":2}\n\n'])).toEqual({ events: [{ a: 1 }, { a: 2 }], ...fine })
  })

  it('[FP-4] gives the last event though its blank line is missing', () => {
    expect(read(['data: {"a":1}\n\ndata: [DONE]'])).toEqual({ events: [{ a: 1 }], ...fine, done: true })
  })

  it('gives nothing after [DONE]', () => {
    expect(read(['data: [DONE]\n\ndata: {"a":1}\n\n'])).toEqual({ events: [], ...fine, done: true })
  })

  it('[FP-2] leaves out what is not a JSON object, and an empty event without counting it', () => {
    expect(read(['data: \n\ndata: 5\n\ndata: {"a":\n\ndata: {"a":1}\n\ndata: <html>\n\n'])).toEqual({
      events: [{ a: 1 }],
      ...fine,
      malformed: 3,
    })
  })

  it('[FP-2] fails at the fifth in a row and gives nothing after it', () => {
    const bad = 'data: no\n\n'
    expect(read([bad.repeat(4), 'data: {"a":1}\n\n', bad.repeat(5), 'data: {"a":2}\n\n'])).toEqual({
      events: [{ a: 1 }],
      ...fine,
      malformed: 9,
      failure: 'host sends events that are not JSON',
    })
  })

  it('[FP-5] gives the error of an event that is named so, and of llama.cpp’s own field', () => {
    const error = { message: 'busy', code: 503 }
    const named = `event: error\ndata: ${JSON.stringify(error)}\n\n`
    expect(read([named])).toEqual({ events: [{ type: 'error', error }], ...fine })
    expect(read([`data: {"a":1}\n\nerror: ${JSON.stringify(error)}\n\n`])).toEqual({
      events: [{ a: 1 }, { type: 'error', error }],
      ...fine,
    })
    expect(read(['event: error\ndata: {"type":"error","error":{"type":"overloaded_error"}}\n\n']).events).toEqual([
      { type: 'error', error: { type: 'overloaded_error' } },
    ])
  })

  it('[FP-5] gives one JSON value that comes in place of a stream, whatever its pieces', () => {
    expect(read(['\n {"error":{"mess', 'age":"busy"}}'])).toEqual({
      events: [],
      ...fine,
      whole: { error: { message: 'busy' } },
    })
    expect(read([''])).toEqual({ events: [], ...fine, whole: null })
    expect(read(['Hello'])).toEqual({ events: [], ...fine })
  })

  it('[FP-1] gives the same events wherever the bytes are cut', () => {
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
    const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('👩🏽‍💻', 'é\u2028', '\\n', 'data: x'))
    const anyEvent = fc.record({ value, end: lineEnd, comment: fc.boolean(), name: fc.boolean() })
    fc.assert(
      fc.property(
        fc.array(anyEvent, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (list, cuts) => {
          const wire = list.map(({ value: said, end, comment, name }) => {
            const data = `data: ${JSON.stringify({ said })}${end}${end}`
            return `${comment ? `: busy${end}` : ''}${name ? `event: e${end}` : ''}${data}`
          })
          const bytes = encoder.encode(wire.join(''))
          const at = [0, ...cuts.map(cut => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
          const pieces = at.slice(1).map((to, index) => bytes.slice(at[index], to))
          const events: readonly Json[] = list.map(({ value: said }) => ({ said }))
          expect(read(pieces)).toEqual({ events, ...fine })
          expect(read([...bytes].map(byte => Uint8Array.of(byte)))).toEqual({ events, ...fine })
        },
      ),
    )
  })
})
