import type { ChatEvent } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { changesUsage } from './chat-usage-query.ts'
import { costWords } from './cost-figure.tsx'
import { requestsWords } from './spending-section.tsx'

describe('what was spent, in words', () => {
  it('[U3] says why a cost cannot be relied on', () => {
    const cost = { usd: 0, reliable: false }
    expect([
      costWords({ cost: { usd: 1, reliable: true }, reported: true, inherited: false }),
      costWords({ cost, reported: true, inherited: false }),
      costWords({ cost, reported: false, inherited: false }),
    ]).toEqual([
      'Cost of this message.',
      'Cost of this message. Unreliable: a price is missing.',
      'Cost of this message. Unreliable: the provider sent no token count.',
    ])
  })

  it('[U2] says that what a fork copied was paid for elsewhere', () => {
    expect(costWords({ cost: { usd: 1, reliable: true }, reported: true, inherited: true })).toBe(
      'Paid in the original chat.',
    )
  })

  it('[U1] counts every request, and says which have not reported their end', () => {
    expect([
      requestsWords({ requests: 0, open: 0 }),
      requestsWords({ requests: 1, open: 0 }),
      requestsWords({ requests: 1200, open: 1 }),
      requestsWords({ requests: 3, open: 2 }),
    ]).toEqual([
      'No requests yet.',
      '1 request, titles and summaries included.',
      '1,200 requests, titles and summaries included; 1 still running.',
      '3 requests, titles and summaries included; 2 still running.',
    ])
  })

  it('[V4] is asked for again when a request or a run has ended, and not for every word of an answer', () => {
    const chatId = 'chat_a'
    const events: readonly ChatEvent[] = [
      { kind: 'request-ended', chatId, requestId: 'req_a', messageId: 'msg_a' },
      { kind: 'run-ended', chatId, runId: 'run_a', state: 'complete' },
      { kind: 'messages-removed', chatId },
      { kind: 'part-delta', chatId, messageId: 'msg_a', part: 0, at: 0, text: 'Hi' },
    ]
    expect(events.filter(changesUsage).map(({ kind }) => kind)).toEqual([
      'request-ended',
      'run-ended',
      'messages-removed',
    ])
  })
})
