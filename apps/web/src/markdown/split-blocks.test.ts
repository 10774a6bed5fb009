import { describe, expect, it } from 'vitest'
import { type Block, growBlocks, splitBlocks } from './split-blocks.ts'

const written = (text: string): readonly Block[] => splitBlocks(text).filter(block => block.kind !== 'space')
const kinds = (text: string): string[] => written(text).map(block => block.kind)
const sources = (text: string): string =>
  splitBlocks(text)
    .map(block => block.source)
    .join('')

describe('the blocks of a Markdown text', () => {
  it('[V2] are cut between paragraphs, code and mathematics, and lose nothing', () => {
    const text = '# One\n\nTwo\n\n```ts\nconst a = 1\n```\n\n$$\na\n- b\n$$\n\n- x\n- y\n'
    expect(written(text)).toEqual([
      { kind: 'markdown', source: '# One', before: '', after: '' },
      { kind: 'markdown', source: 'Two', before: '', after: '' },
      { kind: 'code', source: '```ts\nconst a = 1\n```', code: 'const a = 1', language: 'ts' },
      { kind: 'math', source: '$$\na\n- b\n$$\n\n', tex: 'a\n- b' },
      { kind: 'markdown', source: '- x\n- y\n', before: '', after: '' },
    ])
    expect(sources(text)).toBe(text)
  })

  it('[V2] are details with their summary, one inside another, open where they have no end', () => {
    const inner = '<details open><summary>Inner</summary>\n\nDeep\n\n</details>'
    expect(
      written(`Before\n\n<details>\n<summary>More *words*</summary>\n\nText\n\n${inner}\n</details>\n\nAfter`),
    ).toEqual([
      { kind: 'markdown', source: 'Before', before: '', after: '' },
      {
        kind: 'details',
        source: `<details>\n<summary>More *words*</summary>\n\nText\n\n${inner}\n</details>\n\n`,
        summary: 'More *words*',
        body: `Text\n\n${inner}`,
        open: false,
      },
      { kind: 'markdown', source: 'After', before: '', after: '' },
    ])
    expect(written('<details><summary>S</summary>\n\nrest')).toMatchObject([{ summary: 'S', body: 'rest', open: true }])
    expect(kinds('<details onclick="x()">a</details>')).toEqual(['markdown'])
    expect(kinds('<details>'.repeat(3000))[0]).toBe('plain')
    expect(kinds('```\n<details>\n```')).toEqual(['code'])
  })

  it('[V2] see mathematics that follows a line of text, and amounts of money as text', () => {
    expect(kinds('\\[\na\n- b\n\\]\n\nthen')).toEqual(['math', 'markdown'])
    expect([kinds('so\n$$\nx = 1\n$$\nthen'), kinds('$$ 20 dollars $$'), kinds('$$\nx = 1')]).toEqual([
      ['markdown', 'math', 'markdown'],
      ['markdown'],
      ['markdown'],
    ])
  })

  it('[V2] of an open fence are code already', () => {
    expect(splitBlocks('```python\nprint(1)\n')).toEqual([
      { kind: 'code', source: '```python\nprint(1)\n', code: 'print(1)', language: 'python' },
    ])
  })

  it('[V2] know the links that are defined elsewhere in the text', () => {
    expect(splitBlocks('See [a].\n\n[a]: https://a.test\n')[0]).toEqual({
      kind: 'markdown',
      source: 'See [a].',
      before: '',
      after: '\n\n[a]: https://a.test',
    })
  })

  it.each([
    ['quotations', `${'>'.repeat(100_000)} a`],
    ['lists', `${'* '.repeat(50_000)}a`],
    ['brackets', '['.repeat(100_000)],
    ['stars', '*a '.repeat(33_000)],
    ['letters in a line without spaces', 'a'.repeat(500_000)],
    ['letters in a shorter one', 'a'.repeat(3_000)],
  ])('[FU-2] of a hundred thousand %s are shown plain', (_, text) => {
    expect(new Set(kinds(text))).toEqual(new Set(['plain']))
    expect(sources(text)).toBe(text)
  })

  it('[FU-2] of a long table are tables of fifty rows with its header', () => {
    const rows = Array.from({ length: 125 }, (_, row) => `| ${row} | x |\n`)
    expect(splitBlocks(`| a | b |\n|---|---|\n${rows.join('')}`)).toEqual([
      { kind: 'markdown', source: `| a | b |\n|---|---|\n${rows.slice(0, 50).join('')}`, before: '', after: '' },
      { kind: 'markdown', source: rows.slice(50, 100).join(''), before: '| a | b |\n|---|---|\n', after: '' },
      { kind: 'markdown', source: rows.slice(100).join(''), before: '| a | b |\n|---|---|\n', after: '' },
    ])
  })

  it('[FU-2] next to one that is nested too deep are read as usual', () => {
    expect(kinds(`# Title\n\n${'>'.repeat(500)} a\n\nText`)).toEqual(['markdown', 'plain', 'markdown'])
  })

  it('[V2] of a text that grows letter by letter are those of the whole text', () => {
    const text =
      'One\n\n- a\n\n- b\n\n  c\n\n```js\nlet x\n\nlet y\n```\n\n> q\n\n$$x^2$$\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd *of* it\n\n1. x\n2. y\n'
    let blocks = splitBlocks('')
    for (let length = 1; length <= text.length; length += 1) {
      blocks = growBlocks(blocks, text.slice(0, length - 1), text.slice(0, length))
      expect(blocks).toEqual(splitBlocks(text.slice(0, length)))
    }
  })

  it('[FU-2] of a long table that grows row by row are those of the whole table', () => {
    let text = 'Before\n\n| a | b |\n|---|---|\n'
    let blocks = splitBlocks(text)
    for (let row = 0; row < 220; row += 1) {
      const next = `${text}| ${row} | x |\n`
      blocks = growBlocks(blocks, text, next)
      text = next
    }
    expect(blocks).toEqual(splitBlocks(text))
  })

  it('[V2] that are settled stay the same values while text grows', () => {
    const text = 'A\n\nB\n\nC\n\nD\n\nE'
    const before = splitBlocks(text)
    expect(growBlocks(before, text, `${text} more`)[0]).toBe(before[0])
  })
})
