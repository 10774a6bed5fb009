import { describe, expect, it } from 'vitest'
import { compactionShare, compactionTitle } from './compaction-notice.tsx'

describe('a summary that is being written', () => {
  it('[C10] says what is summarised and how far it is', () => {
    expect(compactionTitle({ messages: 24, chunk: { number: 1, of: 3 } })).toBe('Summarising 24 messages… 1 of 3')
    expect(compactionTitle({ messages: 1, chunk: { number: 1, of: 1 } })).toBe('Summarising 1 message…')
    expect(compactionTitle({ messages: 0, chunk: { number: 1, of: 1 } })).toBe('Summarising the previous summary…')
  })

  it('[C10] counts only what is done', () => {
    expect([1, 2, 3].map(number => compactionShare({ chunk: { number, of: 4 } }))).toEqual([0, 0.25, 0.5])
    expect(compactionShare({ chunk: { number: 1, of: 1 } })).toBe(null)
  })
})
