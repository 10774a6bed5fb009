import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packEntries, unpackEntries } from './packed-entries.ts'

it('gives back the entries it packed', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), entries => {
      expect(unpackEntries(packEntries(entries))).toEqual(entries)
    }),
  )
})

it('refuses bytes that end in the middle of an entry', () => {
  const packed = packEntries([new Uint8Array(5), new Uint8Array(3)])
  for (const length of [1, 8, 10, 13, 15]) {
    expect(() => unpackEntries(packed.subarray(0, length))).toThrow('in the middle of one')
  }
})
