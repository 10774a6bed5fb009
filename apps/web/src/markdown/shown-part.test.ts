import { describe, expect, it } from 'vitest'
import { beginningOf, firstBlocks } from './shown-part.ts'
import { splitBlocks } from './split-blocks.ts'

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

describe('the first blocks of a text', () => {
  const kinds = (text: string, lines: number): string[] =>
    firstBlocks(splitBlocks(text), lines).map(block => block.kind)

  it('[FU-2] are all of them when there are few', () => {
    expect(kinds('a\n\nb', 100)).toEqual(['markdown', 'space', 'markdown'])
  })

  it('[FU-2] end where they become too long, and there is always one', () => {
    const text = `${'x\n'.repeat(50)}\n${'```\ncode\n```\n\n'.repeat(10)}`
    expect([kinds(text, 70).length, kinds(text, 1)]).toEqual([6, ['markdown']])
  })
})
