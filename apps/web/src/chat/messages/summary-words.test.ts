import { describe, expect, it } from 'vitest'
import { summaryWords } from './summary-words.ts'

describe('a summary that stands', () => {
  it('[H6] says what it stands for, that it was lifted, or that another holds', () => {
    const prose = { form: 'prose', above: 24, pauses: false } as const
    expect(summaryWords({ ...prose, state: 'holds' })).toBe(
      'Stands for the 24 messages above it when a model is asked. What is above stands unchanged.',
    )
    expect(summaryWords({ ...prose, above: null, state: 'holds' })).toContain('everything above it')
    expect(summaryWords({ ...prose, state: 'lifted' })).toBe(
      'Lifted on this branch: what is above is sent again, word for word.',
    )
    expect(summaryWords({ ...prose, state: 'lifted', pauses: true })).toContain('until you let it.')
    expect(summaryWords({ ...prose, state: 'replaced' })).toContain('further down has taken its place')
  })

  it('[C11] says when it is only a truncation', () => {
    expect(summaryWords({ form: 'truncated', above: 1, state: 'holds', pauses: false })).toBe(
      'No summary could be made, so that a plain truncation stands for the one message above it. A model is told only a part of it; the record has it all.',
    )
  })
})
