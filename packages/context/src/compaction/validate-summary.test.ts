import { describe, expect, it } from 'vitest'
import { type SummaryAnswer, validateSummary } from './validate-summary.ts'

const limits = { replacedTokens: 1000, room: 500 }
const answer: SummaryAnswer = { text: ' They met.\n', end: 'complete', hasToolCalls: false, tokens: 4 }

describe('validateSummary', () => {
  it('[C11] takes an answer that ended by itself and fits', () => {
    expect(validateSummary(answer, limits)).toEqual({ kind: 'valid', text: 'They met.' })
    expect(validateSummary({ ...answer, tokens: 500 }, limits)).toMatchObject({ kind: 'valid' })
  })

  it.each([
    ['is empty', { text: '' }, 'the summary is empty'],
    ['is blank', { text: ' \n\u00a0' }, 'the summary is empty'],
    ['was cut off', { end: 'length' }, 'the summary was cut off'],
    ['was refused', { end: 'refused' }, 'the model refused to write a summary'],
    ['failed', { end: 'failed' }, 'the request for a summary failed'],
    ['was stopped', { end: 'stopped' }, 'the request for a summary was stopped'],
    ['was interrupted', { end: 'interrupted' }, 'the request for a summary was interrupted'],
    ['is a tool call', { hasToolCalls: true }, 'the model called a tool instead of writing a summary'],
    [
      'is longer than what it replaces',
      { tokens: 1001 },
      'the summary is longer than what it replaces: 1,001 tokens for 1,000',
    ],
    ['does not fit', { tokens: 501 }, 'the summary does not fit: 501 tokens, and 500 are left for it'],
  ] as const)('[C11] refuses one that %s', (_name, fields, because) => {
    expect(validateSummary({ ...answer, ...fields }, limits)).toEqual({ kind: 'failed', because })
  })
})
