import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitBody } from './split-body.ts'

it('[X1] the pieces of any text, JSON or not, joined are the text', () => {
  const pieceOfJson = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    '"',
    '\\',
    ':',
    ' ',
    '"a"',
    '[1,{"b":[2]}]',
    'é',
    '\ud83c',
  )
  const texts = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.array(pieceOfJson).map(pieces => pieces.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(texts, text => {
      expect(splitBody(text).join('')).toBe(text)
    }),
  )
})

it('[X1] a body is cut at the elements of the lists at its top, and nowhere else', () => {
  const body =
    '{"model":"m","system":[{"text":"a, \\"[b\\\\"}],"messages":[{"content":[1,2]}, {"x":"]"},[3,4]],"stream":true}'
  expect(splitBody(body)).toEqual([
    '{"model":"m","system":[',
    '{"text":"a, \\"[b\\\\"}',
    '],"messages":[',
    '{"content":[1,2]}',
    ', {"x":"]"}',
    ',[3,4]',
    '],"stream":true}',
  ])
})

it('[X1] a body that grew by an element has the same pieces and one more', () => {
  const bodyOf = (messages: readonly object[]) => JSON.stringify({ model: 'm', messages, stream: true })
  const [before, after] = [bodyOf([{ a: 1 }, { b: [2] }]), bodyOf([{ a: 1 }, { b: [2] }, { c: 3 }])].map(splitBody)
  expect(after?.filter(piece => before?.includes(piece) === false)).toEqual([',{"c":3}'])
})
