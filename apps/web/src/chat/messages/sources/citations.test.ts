import type { AssistantPart } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { sourcesOf, withMarks } from './citations.ts'

const source = (url: string, citedText: string | null, at?: number): AssistantPart => ({
  kind: 'source',
  url,
  title: null,
  citedText,
  ...(at !== undefined && { at }),
})
const text = (words: string): AssistantPart => ({ kind: 'text', text: words })
const textsOf = (parts: readonly AssistantPart[]) =>
  withMarks(parts, sourcesOf(parts)).flatMap(part => (part.kind === 'text' ? [part.text] : []))

describe('sourcesOf', () => {
  it('[V2] numbers each address once, in the order in which the text cites them', () => {
    const parts = [
      source('https://found.example', null),
      text('High water comes twice. So does low water.'),
      source('https://b.example', 'second', 42),
      source('https://a.example', 'first', 23),
      source('https://a.example', 'again', 42),
    ]
    expect(sourcesOf(parts).map(({ number, url, quotes }) => [number, url, quotes])).toEqual([
      [1, 'https://a.example', ['first', 'again']],
      [2, 'https://b.example', ['second']],
      [3, 'https://found.example', []],
    ])
  })

  it('[V2] quotes nothing where the provider named words of the answer', () => {
    expect(sourcesOf([text('It froze ([ice](https://a)).'), source('https://a', '([ice](https://a))', 27)])).toEqual([
      { number: 1, url: 'https://a', title: null, quotes: [] },
    ])
  })
})

describe('withMarks', () => {
  it('[V2] puts a mark where a source is cited, in whichever text that is, and one for two quotes at one place', () => {
    const parts = [
      text('Twice a day!'),
      text('And more.'),
      source('https://a', 'one', 12),
      source('https://a', 'two', 12),
      source('https://b', 'three', 12),
      source('https://b', 'four', 21),
    ]
    expect(textsOf(parts)).toEqual(['Twice a day!\u2009[1](#source-1)[2](#source-2)', 'And more.\u2009[2](#source-2)'])
  })

  it('[V2] leaves code as it is, and an answer without places', () => {
    const code = '```\nlet a\n```\n'
    expect(textsOf([text(code), source('https://a', null, 9)])).toEqual([code])
    expect(textsOf([text('Words.'), source('https://a', 'x')])).toEqual(['Words.'])
  })
})
