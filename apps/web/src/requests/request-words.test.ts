import type { RequestFigures } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { durationOf, purposeWords, stateMeaning, stateWords } from './request-words.ts'

const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0, webSearches: 0 }

describe('a past request, in words', () => {
  it('[U1] [X1] says what it was for and how it ended', () => {
    const purposes: readonly RequestFigures['purpose'][] = ['answer', 'title', 'summary', 'sampling']
    const states: readonly RequestFigures['state'][] = ['sent', 'done', 'failed', 'stopped', 'unknown']
    expect(purposes.map(purposeWords)).toEqual(['Answer', 'Title', 'Summary', 'Answer for an MCP server'])
    expect(states.map(stateWords)).toEqual(['Running', 'Done', 'Failed', 'Stopped', 'Unknown'])
  })

  it('[U1] says when its figures are an estimate, and when nothing was used', () => {
    expect(stateMeaning({ state: 'done', usage, estimate: null })).toBe(null)
    expect(stateMeaning({ state: 'stopped', usage: null, estimate: usage })).toContain('an estimate')
    expect(stateMeaning({ state: 'failed', usage: null, estimate: null })).toContain('Rejected')
    expect(stateMeaning({ state: 'unknown', usage: null, estimate: usage })).toContain('stopped before it ended')
    expect(stateMeaning({ state: 'sent', usage: null, estimate: null })).toContain('when it ends')
  })

  it('[FH-11] takes no time less than none, whatever the clock did', () => {
    expect(durationOf({ sentAt: 10, endedAt: 30 })).toBe(20)
    expect(durationOf({ sentAt: 30, endedAt: 10 })).toBe(0)
    expect(durationOf({ sentAt: 30, endedAt: null })).toBe(null)
  })
})
