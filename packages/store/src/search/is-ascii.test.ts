import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAscii } from './is-ascii.ts'

describe('isAscii', () => {
  it('knows every character on its own', () => {
    for (let unit = 0; unit < 0x10000; unit += 1) expect(isAscii(String.fromCharCode(unit))).toBe(unit < 0x80)
    expect(isAscii('')).toBe(true)
  })

  it('sees one other character anywhere in a long text', () => {
    fc.assert(
      fc.property(fc.nat(9000), fc.nat(9000), fc.constantFrom('é', '漢', '🎉', '\ud800'), (before, behind, other) => {
        const [start, end] = ['a'.repeat(before), 'b'.repeat(behind)]
        expect([isAscii(start + end), isAscii(start + other + end)]).toEqual([true, false])
      }),
    )
  })

  it.each(['é', '漢', '🎉', '\ud800'])('is not misled by a text full of %j', character => {
    for (const times of [1, 1365, 1366, 2047, 2048, 4096, 8192]) expect(isAscii(character.repeat(times))).toBe(false)
  })
})
