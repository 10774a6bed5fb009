import { describe, expect, it } from 'vitest'
import { summaryWords } from './summary-words.ts'

describe('summaryWords', () => {
  it('[H6] says what it replaces, that it was lifted, or that a later one replaced it', () => {
    const prose = { form: 'prose', above: 24, pauses: false } as const
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
    expect(summaryWords({ form: 'truncated', above: 1, state: 'holds', pauses: false })).toBe(
      'Summarising failed, so only the beginning and end of the message above are sent. The messages themselves are unchanged.',
    )
  })
})
