import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareText } from './memory-shelves.ts'

it('[S1] sorts text as its UTF-8 bytes sort', () => {
  const text = fc.string({ unit: 'binary' })
  const encoder = new TextEncoder()
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(Math.sign(compareText(left, right))).toBe(Buffer.compare(encoder.encode(left), encoder.encode(right)))
    }),
  )
  expect(['\u{1f600}', '\uffff', 'a'].toSorted(compareText)).toEqual(['a', '\uffff', '\u{1f600}'])
})
