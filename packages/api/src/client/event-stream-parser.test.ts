import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventStreamParser } from './event-stream-parser.ts'

function parse(...chunks: (string | Uint8Array)[]) {
  const parser = new EventStreamParser()
  return chunks.flatMap(chunk => parser.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk))
}

describe('EventStreamParser', () => {
  it.each(['\n', '\r', '\r\n'])('reads fields that end in %j', end => {
    expect(parse(['id: 1', 'data: a', 'data:b', ': comment', 'retry: 5', '', 'data', '', ''].join(end))).toEqual([
      { id: '1', data: 'a\nb' },
      { id: '1', data: '' },
    ])
  })

  it('waits for the empty line, and drops an event that was cut off', () => {
    expect(parse('id: 1\ndata: a\n')).toEqual([])
  })

  it('takes CR LF in two pieces for one line end', () => {
    expect(parse('data: a\r', '\ndata: b\r', '\n\r', '\n')).toEqual([{ id: '', data: 'a\nb' }])
  })

  it('skips a byte order mark at the very beginning and keeps one inside', () => {
    expect(parse('\ufeffdata: \ufeffa\n\n')).toEqual([{ id: '', data: '\ufeffa' }])
  })

  it('[Z-12] ignores an id with a NUL in it', () => {
    expect(parse('id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n')).toEqual([
      { id: '1', data: 'a' },
      { id: '1', data: 'b' },
    ])
  })

  it('[FE-7] gives back any JSON however its bytes were cut', () => {
    const nasty = fc.constantFrom(
      '\n\n',
      'data: x\n\n',
      '\r',
      '\r\n',
      '\0',
      '\ufeff',
      'id: 9\n',
      '👩‍👩‍👧',
      '\ud800',
      '\u2028',
    )
    const text = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary' }))).map(parts => parts.join(''))
    const events = fc.array(fc.record({ id: fc.stringMatching(/^[!-~]{1,12}$/), text }), { maxLength: 5 })
    const ends = fc.constantFrom('\n', '\r', '\r\n')
    fc.assert(
      fc.property(events, ends, fc.array(fc.nat(40), { minLength: 1 }), (sent, end, cuts) => {
        const wire = sent.map(({ id, text }) => `id: ${id}${end}data: ${JSON.stringify({ text })}${end}${end}`).join('')
        const bytes = new TextEncoder().encode(wire)
        const chunks: Uint8Array[] = []
        for (let at = 0, cut = 0; at < bytes.length; cut += 1) {
          const size = 1 + (cuts[cut % cuts.length] ?? 0)
          chunks.push(bytes.slice(at, at + size))
          at += size
        }
        expect(parse(...chunks).map(({ id, data }) => ({ id, ...JSON.parse(data) }))).toEqual(sent)
      }),
    )
  })
})
