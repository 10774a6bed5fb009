import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isId, makeId } from './id.ts'

describe('makeId', () => {
  it('writes all 160 bits in base32', () => {
    expect(makeId('msg', new Uint8Array(20))).toBe(`msg_${'a'.repeat(32)}`)
    expect(makeId('chat', new Uint8Array(20).fill(255))).toBe(`chat_${'7'.repeat(32)}`)
  })

  it('gives different bytes different ids', () => {
    const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const same = one.every((byte, index) => byte === other[index])
        expect(makeId('msg', one) === makeId('msg', other)).toBe(same)
        expect(isId('msg', makeId('msg', one))).toBe(true)
      }),
    )
  })

  it('refuses any other number of bytes', () => {
    expect(() => makeId('msg', new Uint8Array(19))).toThrow('an id needs 20 bytes, got 19')
  })
})

describe('isId', () => {
  it('refuses another prefix, length or letter', () => {
    const id = makeId('msg', new Uint8Array(20))
    const refused = [id.slice(4), `chat_${id.slice(4)}`, `${id}a`, id.slice(0, -1), id.replace('_a', '_1'), `${id}\n`]
    expect(refused.map(value => isId('msg', value))).toEqual(refused.map(() => false))
  })
})
