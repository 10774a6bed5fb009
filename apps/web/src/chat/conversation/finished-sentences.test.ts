import { describe, expect, it } from 'vitest'
import { endOfSentences, spoken } from './finished-sentences.ts'

describe('what is read aloud', () => {
  it('[V1] ends where the last finished sentence does', () => {
    const texts = ['One. Two is not', 'No end', 'Version 1.5 is', '“Quoted.” Then', 'A paragraph\n\nand', '終わり。次']
    expect(texts.map(text => text.slice(0, endOfSentences(text)))).toEqual([
      'One. ',
      '',
      '',
      '“Quoted.” ',
      'A paragraph\n\n',
      '終わり。',
    ])
  })

  it('[V1] has no signs of Markdown in it', () => {
    expect(spoken('## A *head*\n\n- one `x`\n- [two](https://a.test)\n\n```js\nlet x\n```\nEnd.')).toBe(
      'A head one x two (code) End.',
    )
  })
})
