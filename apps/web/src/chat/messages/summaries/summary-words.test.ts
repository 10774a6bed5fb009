import { describe, expect, it } from 'vitest'
import { summaryWords } from './summary-words.ts'

describe('summaryWords', () => {
  it('[H6] says what it replaces, that it was lifted, or that a later one replaced it', () => {
    const prose = { form: 'prose', isWritten: true, above: 24, pauses: false } as const
    expect(summaryWords({ ...prose, state: 'holds' })).toBe(
      'Replaces the 24 messages above in future requests. The messages themselves are unchanged.',
    )
    expect(summaryWords({ ...prose, above: null, state: 'holds' })).toContain('everything above')
    expect(summaryWords({ ...prose, state: 'lifted' })).toBe(
      'Lifted on this branch: the messages above are sent in full again.',
    )
    expect(summaryWords({ ...prose, state: 'lifted', pauses: true })).toContain('Automatic summaries are off')
    expect(summaryWords({ ...prose, state: 'replaced' })).toContain('Replaced by a later checkpoint')
  })

  it('[C11] says when it is only a truncation', () => {
    const cut = { form: 'truncated', isWritten: false, above: 1, state: 'holds', pauses: false } as const
    expect(summaryWords(cut)).toBe(
      'Summarising failed, so only the beginning and end of the message above are sent. The messages themselves are unchanged.',
    )
    expect(summaryWords({ ...cut, isWritten: true, above: 300 })).toBe(
      'Nobody could be asked about a long summary, so the later part of the 300 messages above is shortened. The messages themselves are unchanged.',
    )
  })
})
