import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createParse } from './read-events.ts'

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
  const text = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary' }))).map(pieces => pieces.join(''))
  const events = fc.array(fc.record({ id: fc.stringMatching(/^[!-~]{1,12}$/), text }), { maxLength: 5 })
  fc.assert(
    fc.property(events, fc.array(fc.nat(40), { minLength: 1 }), (sent, cuts) => {
      const wire = sent.map(({ id, text: each }) => `id: ${id}\ndata: ${JSON.stringify({ text: each })}\n\n`).join('')
      const bytes = new TextEncoder().encode(wire)
      const parse = createParse()
      const received: unknown[] = []
      for (let at = 0, cut = 0; at < bytes.length; cut += 1) {
        const size = 1 + (cuts[cut % cuts.length] ?? 0)
        received.push(...parse(bytes.slice(at, at + size)).map(({ id, data }) => ({ id, ...JSON.parse(data) })))
        at += size
      }
      expect(received).toEqual(sent)
    }),
    { numRuns: 50 },
  )
})
