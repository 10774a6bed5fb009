import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutMarkdown } from './without-markdown.ts'

describe('an excerpt', () => {
  it.each([
    ['## The **tides** of `Brest`', 'The tides of Brest'],
    ['> a [link](https://example.org) and ![a picture](x.png)', 'a link and a picture'],
    ['- one\n* two\n1. three', 'one\n· two\n1. three'],
    ['Ports:\n\n- Brest\n  - Roscoff\n\n+ Dover', 'Ports:\n\nBrest\n  · Roscoff\n\n· Dover'],
    ['a heading\n- one\n- ', 'a heading\n· one\n'],
    ['```ts\nconst a = 1\n```\nafter', 'const a = 1\nafter'],
    ['| Port | Height |\n|---|---:|\n| Brest | 7 |', 'Port | Height\nBrest | 7'],
    ['granite\n| part |…', 'granite\npart…'],
    ['a ||\n|| b', 'a ||\n|| b'],
    ['…- lists: bullets\n- tables', '…lists: bullets\n· tables'],
    ['…| Brest | 7 |', '…Brest | 7'],
    ['…pilot](https://tides.example/a) and [the wall](https://tides…', '…pilot and the wall…'],
    ['*slanted* and _this_, snake_case_name, 2 * 3 * 4', 'slanted and this, snake_case_name, 2 * 3 * 4'],
    ['~~gone~~ — a dash - and a # sign', 'gone — a dash - and a # sign'],
  ])('[W2] of %j reads %j', (source, read) => {
    expect(withoutMarkdown(source).text).toBe(read)
  })

  it('[W2] has its marks on the words that they were on', () => {
    const source = '## The **tides** of [Brest](https://tides.example)'
    const at = (word: string): [number, number] => [source.indexOf(word), source.indexOf(word) + word.length]
    const { text, marks } = withoutMarkdown(source, [at('tides'), at('Brest'), at('example')])
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['tides', 'Brest'])
  })

  it('[W2] only leaves out and dots list items: what is read is a part of the text in its order, and marks lie within it', () => {
    const signs = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '\n', '*', '_', '`', '[', ']', '(', ')', '#', '|', '-', '>'),
    })
    fc.assert(
      fc.property(signs, source => {
        const { text, marks } = withoutMarkdown(source, [[0, source.length]])
        let at = 0
        for (const character of text) {
          // A dot is what the sign of a list item reads.
          const found = source.slice(at).search(character === '·' ? /[-*]/u : RegExp(RegExp.escape(character), 'u'))
          expect(found).not.toBe(-1)
          at += found + 1
        }
        expect(marks).toEqual(text === '' ? [] : [[0, text.length]])
      }),
    )
  })
})
