import { describe, expect, it } from 'vitest'
import { AT_FIRST, firstBlocks, growsByItself, more } from './shown-part.ts'
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

describe('how much of a text is drawn by itself', () => {
  it('[V3] grows until an answer of 32 kB is whole, and is asked for past ten times that', () => {
    let extent = AT_FIRST
    while (growsByItself(extent)) extent = more(extent)
    const answer =
      `## Part\n\n${'Words and words. '.repeat(30)}\n\n- one\n- two\n\n\`\`\`ts\nlet a = 1\n\`\`\`\n\n`.repeat(60)
    expect(answer.length).toBeGreaterThan(32_000)
    expect(extent.characters).toBeGreaterThan(answer.length)
    expect(firstBlocks(splitBlocks(answer), extent.lines)).toEqual(splitBlocks(answer))
    expect(extent.characters).toBeLessThan(320_000)
  })
})
