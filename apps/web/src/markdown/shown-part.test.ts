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
    expect([kinds(text, 150).length, kinds(text, 1)]).toEqual([6, ['markdown']])
  })
})

describe('how much of a text is drawn by itself', () => {
  function ownExtent() {
    let extent = AT_FIRST
    while (growsByItself(extent)) extent = more(extent)
    return extent
  }

  it('[V3] grows until an answer of 200 kB is whole', () => {
    const section = `## Part\n\n${'Words and words. '.repeat(30)}\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`ts\n${'const height = measure(harbour, tide, hour, "cm")\n'.repeat(15)}\`\`\`\n\n`
    const answer = section.repeat(Math.floor(200_000 / section.length))
    const extent = ownExtent()
    expect(extent.characters).toBeGreaterThanOrEqual(answer.length)
    expect(firstBlocks(splitBlocks(answer), extent.lines)).toEqual(splitBlocks(answer))
  })

  it('[FU-2] ends before five thousand code blocks or ten thousand rows are drawn', () => {
    const { characters, lines } = ownExtent()
    expect(characters).toBeLessThan(320_000)
    for (const text of ['```\ncode\n```\n\n'.repeat(5000), `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(10_000)}`]) {
      expect(firstBlocks(splitBlocks(text), lines).length).toBeLessThan(splitBlocks(text).length / 2)
    }
  })
})
