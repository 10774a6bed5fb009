import { describe, expect, it } from 'vitest'
import { beginningOf } from './beginning-of.ts'

describe('the beginning of a text', () => {
  it('[FU-2] is the whole text when it is short', () => {
    expect(beginningOf('abc', 3)).toBe('abc')
  })

  it('[FU-2] ends after a line', () => {
    expect(beginningOf('one\ntwo\nthree', 9)).toBe('one\ntwo\n')
  })

  it('[FU-2] is cut where there is no line to end', () => {
    expect(beginningOf('a'.repeat(10), 4)).toBe('aaaa')
  })

  it('[FU-4] never ends inside a character', () => {
    expect(beginningOf('aa\u{1F600}bb', 3)).toBe('aa')
  })
})
