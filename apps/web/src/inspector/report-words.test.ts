import { defaultContextSettings, type Inspection } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { makeReport } from '../testing/make-report.ts'
import {
  cacheLifeWords,
  cacheWords,
  cannotFitWords,
  changeWords,
  compactionWords,
  forgettingWords,
  plannedWords,
  stageWords,
  totalsWords,
  windowWords,
} from './report-words.ts'

const context = defaultContextSettings({ caching: 'none' })
const inspection: Inspection = {
  nextMessageId: 'msg_next',
  context,
  fits: true,
  because: null,
  report: makeReport({ budget: { maximum: 32_000, reserved: 2_000, budget: 30_000 } }),
  page: { from: 0, count: 0, fates: {} },
  compaction: { kind: 'not-due', startsAt: 30_000 },
  change: null,
}
const planned = {
  kind: 'planned',
  startsAt: 30_000,
  stage: 'older',
  because: 'It is large.',
  summarised: { count: 2, listed: [] },
  takesInSummary: false,
  summaryTokens: 500,
  tokens: { before: 32_000, after: 4100 },
  price: null,
} as const

describe('changeWords', () => {
  it('[C17] says what another setting saves, adds, or changes without either', () => {
    const due = inspection.compaction
    const words = (before: number, after: number, count = 0) =>
      changeWords({ tokens: { before, after }, count, messages: [], blocks: [] }, { own: due, other: due })
    expect([words(2400, 1200), words(10, 30), words(10, 10), words(10, 10, 1)]).toEqual([
      'Saves 1.2k tokens',
      'Adds 20 tokens',
      'No change to the next request',
      '1 entry changes, same tokens',
    ])
  })

  it('[C12] says what it makes of compaction, beside the request or alone', () => {
    const words = (own: Inspection['compaction'], other: Inspection['compaction'], after = 10) =>
      changeWords({ tokens: { before: 10, after }, count: 0, messages: [], blocks: [] }, { own, other })
    expect([
      words({ kind: 'not-due', startsAt: 1 }, { kind: 'not-due', startsAt: 2 }),
      words({ kind: 'not-due', startsAt: 1 }, planned),
      words(planned, { ...planned, summarised: { count: 1, listed: [] } }),
      words(planned, { kind: 'off', by: 'setting' }, 4),
    ]).toEqual([
      'No change to the next request',
      '2 messages would be summarised first',
      '1 message would be summarised first, instead of 2',
      'Saves 6 tokens; nothing would be summarised',
    ])
  })
})

describe('compactionWords', () => {
  const words = (compaction: Inspection['compaction'], part: Partial<Inspection['context']> = {}) =>
    compactionWords({ ...inspection, compaction, context: { ...context, ...part } })

  it('[C12] follows the switch, the share and what is kept', () => {
    expect([
      words({ kind: 'not-due', startsAt: 30_000 }),
      words({ kind: 'not-due', startsAt: 15_000 }, { recentMessagesToKeep: 2 }),
      words({ kind: 'off', by: 'setting' }),
      words({ kind: 'off', by: 'lift' }),
      words({ kind: 'no-summary-helps', startsAt: 15_000 }),
      words({ kind: 'waiting', startsAt: 15_000, keep: 0.02, summarise: 0.15 }),
    ]).toEqual([
      'Summarises older messages above 30.0k tokens, keeping the last 2 to 6.',
      'Summarises older messages above 15.0k tokens, keeping the last 2.',
      'Automatic summaries are off: a request that is too long is not sent.',
      'Automatic summaries are off because a checkpoint was lifted.',
      'Over 15.0k tokens, and a summary would not shorten it enough.',
      'Over 15.0k tokens. A summary waits: it would cost $0.150 with the next requests, instead of $0.020.',
    ])
  })

  it('[C10] says what would be summarised and what would be left, by an estimate', () => {
    expect([
      words(planned),
      plannedWords({ ...planned, takesInSummary: true }),
      plannedWords({ ...planned, takesInSummary: true, summarised: { count: 0, listed: [] } }),
      plannedWords({ ...planned, price: { requests: 1, cost: { usd: 0.02, reliable: true }, asks: false } }),
      plannedWords({ ...planned, price: { requests: 12, cost: null, asks: true } }),
    ]).toEqual([
      'Will summarise 2 messages first: 32.0k → about 4.1k tokens.',
      'Will summarise 2 messages and the previous summary first: 32.0k → about 4.1k tokens.',
      'Will summarise the previous summary first: 32.0k → about 4.1k tokens.',
      'Will summarise 2 messages first: 32.0k → about 4.1k tokens. 1 request, about $0.020.',
      'Will summarise 2 messages first: 32.0k → about 4.1k tokens. 12 requests. You will be asked first.',
    ])
  })

  it('[C12] says whether what does not fit is made to, or not sent', () => {
    expect([
      cannotFitWords({ ...inspection, compaction: planned }),
      cannotFitWords({ ...inspection, compaction: { kind: 'off', by: 'setting' } }),
    ]).toEqual(['Too long to send as is. Older messages will be summarised first.', 'Too long to send.'])
  })

  it('[C10] names each stage in words of its own', () => {
    const stages = ['older', 'fewer-recent', 'last-messages', 'last-resort', 'by-hand'] as const
    expect(new Set(stages.map(stageWords)).size).toBe(stages.length)
  })
})

describe('cacheWords', () => {
  it('[C14] names the prefix where there is one', () => {
    const words = (part: Partial<Inspection['report']['cache']>) =>
      cacheWords({ ...inspection, report: { ...inspection.report, cache: { ...inspection.report.cache, ...part } } })
    expect([words({}), words({ caching: 'marks' }), words({ caching: 'marks', prefixTokens: 4100 })]).toEqual([
      'This model has no cache.',
      'Nothing will be cached.',
      'The first 4.1k tokens can be cached.',
    ])
  })

  it('[C24] says when the request is shorter than what the model caches', () => {
    const cache = { ...inspection.report.cache, caching: 'marks' as const, prefixTokens: 800, leastCached: 4096 }
    expect(cacheWords({ ...inspection, report: { ...inspection.report, cache } })).toBe(
      'Too short to be cached: this model caches from 4,096 tokens on.',
    )
  })
})

describe('windowWords', () => {
  it('[C9] says whose limit it is', () => {
    const words = (maximumFrom: 'model' | 'person' | 'assumed') =>
      windowWords({
        ...inspection,
        report: { ...inspection.report, budget: { ...inspection.report.budget, maximumFrom } },
      })
    expect([words('model'), words('person'), words('assumed')]).toEqual([
      'Window of 32,000 tokens, less 2,000 for the answer.',
      'Your limit of 32,000 tokens, less 2,000 for the answer.',
      'Assumed window of 32,000 tokens (the model’s is unknown), less 2,000 for the answer.',
    ])
  })
})

describe('totalsWords', () => {
  it('[C17] counts the messages of the whole report by what becomes of them', () => {
    const words = (count: number, fates: Inspection['page']['fates']) =>
      totalsWords({ page: { from: 0, count, fates } })
    expect([
      words(1, { sent: 1 }),
      words(12, { sent: 5, pinned: 1, trimmed: 2, summarised: 1, 'never-sent-by-role': 3 }),
    ]).toEqual(['1 message, in full.', '9 messages: 6 in full, 2 shortened, 1 not sent.'])
  })
})

it('[X3] says whether tool calls are kept or forgotten to save money, with both sums', () => {
  expect(forgettingWords(inspection)).toBeNull()
  const words = (isForgotten: boolean, keep: number, forget: number) =>
    forgettingWords({
      ...inspection,
      report: { ...inspection.report, forgetting: { isForgotten, exchanges: 2, keep, forget } },
    })
  expect([
    words(false, 0.012, 0.034),
    words(true, 0.034, 0.012),
    words(false, 0.034, 0.012),
    words(true, 0.012, 0.034),
  ]).toEqual([
    '2 steps with tools kept to save money: expected cost $0.034 forgotten, $0.012 kept.',
    '2 steps with tools forgotten to save money: expected cost $0.012 forgotten, $0.034 kept.',
    '2 steps with tools kept, since most chats end before forgetting is paid back: expected cost $0.012 forgotten, $0.034 kept.',
    '2 steps with tools forgotten since the window is nearly full: expected cost $0.034 forgotten, $0.012 kept.',
  ])
})

it('[C24] the life of the cache is named with both sums where it was weighed', () => {
  const kept = (life: Inspection['report']['cache']['life']) => ({
    ...inspection,
    report: { ...inspection.report, cache: { ...inspection.report.cache, life } },
  })
  expect(cacheLifeWords(kept(null))).toBeNull()
  expect(cacheLifeWords(kept({ minutes: 5, weighed: null }))).toBeNull()
  expect(cacheLifeWords(kept({ minutes: 60, weighed: null }))).toBe('The provider keeps it for an hour.')
  expect(cacheLifeWords(kept({ minutes: 60, weighed: { minutes: 5, short: 0.034, long: 0.012 } }))).toBe(
    'The provider keeps it for an hour, by the pace of this chat: expected cost $0.012, with 5 minutes $0.034.',
  )
})
