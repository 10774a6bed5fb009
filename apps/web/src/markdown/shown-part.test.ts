import { describe, expect, it } from 'vitest'
import { firstBlocks } from './shown-part.ts'
import { splitBlocks } from './split-blocks.ts'

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
