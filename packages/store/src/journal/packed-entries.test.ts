import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packEntries, unpackEntries } from './packed-entries.ts'

it('gives back the entries it packed', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 })), entries => {
      expect(
        unpackEntries(packEntries(entries)).map(entry => new TextDecoder('utf-8', { ignoreBOM: true }).decode(entry)),
      ).toEqual(entries)
    }),
  )
})

it('refuses bytes that end in the middle of an entry', () => {
  const packed = packEntries(['fern!', 'ivy'])
  for (const length of [1, 8, 10, 13, 15]) {
    expect(() => unpackEntries(packed.subarray(0, length))).toThrow('in the middle of one')
  }
})
