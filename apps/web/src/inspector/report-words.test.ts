import { defaultContextSettings, type Inspection, type ReportChange } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import {
  cacheWords,
  cannotFitWords,
  changeWords,
  compactionWords,
  plannedWords,
  stageWords,
  windowWords,
} from './report-words.ts'

const used = { prompt: 0, documents: 0, summary: 0, tools: 0, messages: 0, total: 0 }
const budget = { maximum: 32_000, maximumFrom: 'model', reserved: 2_000, budget: 30_000, used } as const
const cache = { caching: 'none', state: 'unknown', prefixTokens: 0, sharedTokens: null, movedBy: null } as const
const context = defaultContextSettings({ caching: 'none' })
const inspection: Inspection = {
  nextMessageId: 'msg_next',
  context,
  fits: true,
  because: null,
  report: { layers: [], earlier: null, messages: [], opening: null, system: [], tools: [], budget, cache },
  compaction: { kind: 'not-due', startsAt: 30_000 },
  change: null,
}
const planned = {
  kind: 'planned',
  startsAt: 30_000,
  stage: 'older',
  because: 'It is large.',
  summarised: ['msg_a', 'msg_b'],
  takesInSummary: false,
  summaryTokens: 500,
  tokens: { before: 32_000, after: 4100 },
  price: null,
} as const

describe('changeWords', () => {
  it('[C17] says what another setting saves, adds, or changes without either', () => {
    const due = inspection.compaction
    const changed: ReportChange['messages'] = [{ messageId: 'msg_a', before: null, after: null }]
    const words = (before: number, after: number, messages: ReportChange['messages'] = []) =>
      changeWords({ tokens: { before, after }, messages, blocks: [] }, { own: due, other: due })
    expect([words(2400, 1200), words(10, 30), words(10, 10), words(10, 10, changed)]).toEqual([
      'Saves 1.2k tokens',
      'Adds 20 tokens',
      'No change to the next request',
      '1 entry changes, same tokens',
    ])
  })

  it('[C12] says what it makes of compaction, beside the request or alone', () => {
    const words = (own: Inspection['compaction'], other: Inspection['compaction'], after = 10) =>
      changeWords({ tokens: { before: 10, after }, messages: [], blocks: [] }, { own, other })
    expect([
      words({ kind: 'not-due', startsAt: 1 }, { kind: 'not-due', startsAt: 2 }),
      words({ kind: 'not-due', startsAt: 1 }, planned),
      words(planned, { ...planned, summarised: ['msg_a'] }),
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
    ]).toEqual([
      'Summarises older messages above 30.0k tokens, keeping the last 2 to 6.',
      'Summarises older messages above 15.0k tokens, keeping the last 2.',
      'Automatic summaries are off: a request that is too long is not sent.',
      'Automatic summaries are off because a checkpoint was lifted.',
      'Over 15.0k tokens, and a summary would not shorten it enough.',
    ])
  })

  it('[C10] says what would be summarised and what would be left, by an estimate', () => {
    expect([
      words(planned),
      plannedWords({ ...planned, takesInSummary: true }),
      plannedWords({ ...planned, takesInSummary: true, summarised: [] }),
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
      cacheWords({ ...inspection, report: { ...inspection.report, cache: { ...cache, ...part } } })
    expect([words({}), words({ caching: 'marks' }), words({ caching: 'marks', prefixTokens: 4100 })]).toEqual([
      'This model has no cache.',
      'Nothing will be cached.',
      'The first 4.1k tokens can be cached.',
    ])
  })
})

describe('windowWords', () => {
  it('[C9] says whose limit it is', () => {
    const words = (maximumFrom: 'model' | 'person' | 'assumed') =>
      windowWords({ ...inspection, report: { ...inspection.report, budget: { ...budget, maximumFrom } } })
    expect([words('model'), words('person'), words('assumed')]).toEqual([
      'Window of 32,000 tokens, less 2,000 for the answer.',
      'Your limit of 32,000 tokens, less 2,000 for the answer.',
      'Assumed window of 32,000 tokens (the model’s is unknown), less 2,000 for the answer.',
    ])
  })
})
