import { describe, expect, it } from 'vitest'
import { makeTitle } from './make-title.ts'

describe('makeTitle', () => {
  it.each([
    ['how do tides work?', 'How do tides work'],
    ['Hi! Could you please explain the tides to me', 'Explain the tides to me'],
    ['Please show me a table.', 'A table'],
    ['Explain why the history of a conversation must stand', 'Explain why the history'],
    ['# **Notes** on `parentId` and snake_case', 'Notes on parentId and snake_case'],
    ['```ts\nconst a = 1\n```', 'Const a = 1'],
    ['[the docs](https://example.org/x) say so', 'The docs say so'],
    ['what is 2 + 2', 'What is 2 + 2'],
    ['C++ or C#', 'C++ or C#'],
    ['\n\n---\n  second line  \n', 'Second line'],
    ['hello', 'Hello'],
    ['潮はなぜ満ち引きするのですか。', '潮はなぜ満ち引きするのですか'],
  ])('[C18] makes of %j the title %j', (text, title) => {
    expect(makeTitle(text)).toBe(title)
  })

  it.each(['', '   ', '???', '🙂🙂', '```\n```', '\u0000'])('[C18] has a title for %j, which has no words', text => {
    expect(makeTitle(text)).toBe('Untitled chat')
  })

  it('[C18] cuts one endless word between graphemes', () => {
    expect(makeTitle('é'.repeat(500))).toBe(`É${'é'.repeat(47)}…`)
  })
})
