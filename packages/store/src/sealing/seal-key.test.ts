import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromKeyText, KeyTextError, makeKey, toKeyText } from './seal-key.ts'

const key = Uint8Array.from({ length: 32 }, (_, at) => at * 7)
const text = toKeyText(key)

describe('key text', () => {
  it('[S2] is 52 characters of base32, and reads back as the same 32 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), bytes => {
        expect(toKeyText(bytes)).toMatch(/^[A-Z2-7]{52}$/)
        expect(fromKeyText(toKeyText(bytes))).toEqual(bytes)
      }),
    )
  })

  it('[S2] is the base32 of RFC 4648 without padding', () => {
    expect(toKeyText(new TextEncoder().encode('an example of thirty-two letters'))).toBe(
      'MFXCAZLYMFWXA3DFEBXWMIDUNBUXE5DZFV2HO3ZANRSXI5DFOJZQ',
    )
  })

  it('[S2] takes lower case, spaces, dashes and line breaks', () => {
    const typed = ` ${text.toLowerCase().replace(/(.{4})/g, '$1-')}\n`
    expect(fromKeyText(typed)).toEqual(key)
  })

  it.each([
    ['too short', text.slice(1), 'A key has 52 characters; this one has 51.'],
    ['too long', `${text}A`, 'A key has 52 characters; this one has 53.'],
    ['empty', '', 'A key has 52 characters; this one has 0.'],
    ['a zero', `0${text.slice(1)}`, 'Character 1 of the key, "0", does not occur in keys. Is it O?'],
    [
      'a character of no key',
      `A!${text.slice(2)}`,
      'Character 2 of the key, "!", does not occur in keys. Keys use the letters A to Z and the digits 2 to 7.',
    ],
    ['an impossible end', `${text.slice(0, -1)}B`, 'Character 52 of the key cannot end one; please check it.'],
  ])('[S2] says what is wrong: %s', (_name, typed, message) => {
    expect(() => fromKeyText(typed)).toThrow(new KeyTextError(message))
  })

  it('[S2] makes a new key each time', () => {
    expect(makeKey()).not.toEqual(makeKey())
  })
})
