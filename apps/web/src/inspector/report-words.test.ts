import { defaultContextSettings, type Inspection, type ReportChange } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { cacheWords, changeWords, compactionWords, windowWords } from './report-words.ts'

const used = { prompt: 0, documents: 0, summary: 0, tools: 0, messages: 0, total: 0 }
const budget = { maximum: 32_000, maximumFrom: 'model', reserved: 2_000, budget: 30_000, used } as const
const cache = { caching: 'none', state: 'unknown', prefixTokens: 0, sharedTokens: null, movedBy: null } as const
const context = defaultContextSettings({ caching: 'none' })
const inspection: Inspection = {
  nextMessageId: 'msg_next',
  context,
  fits: true,
  because: null,
  report: { earlier: null, messages: [], opening: null, system: [], tools: [], budget, cache },
  change: null,
}

describe('changeWords', () => {
  it('[C17] says what another setting saves, adds, or changes without either', () => {
    const changed: ReportChange['messages'] = [{ messageId: 'msg_a', before: null, after: null }]
    const words = (before: number, after: number, messages: ReportChange['messages'] = []) =>
      changeWords({ tokens: { before, after }, messages, blocks: [] })
    expect([words(2400, 1200), words(10, 30), words(10, 10), words(10, 10, changed)]).toEqual([
      'Saves 1.2k tokens',
      'Adds 20 tokens',
      'The next request stays the same',
      '1 entry changes, the tokens do not',
    ])
  })
})

describe('compactionWords', () => {
  it('[C12] follows the switch, the share and what is kept', () => {
    const words = (part: Partial<Inspection['context']>) =>
      compactionWords({ ...inspection, context: { ...context, ...part } })
    expect([
      words({}),
      words({ compaction: { automatic: true, startAt: 0.5, model: null }, recentMessagesToKeep: 2 }),
      words({ compaction: { automatic: false, startAt: 0.5, model: null } }),
    ]).toEqual([
      'Set to summarise from 30.0k tokens on; the last 6, at least 2, stay as they are. Nothing summarises by itself yet: what does not fit is not sent.',
      'Set to summarise from 15.0k tokens on; the last 2 stay as they are. Nothing summarises by itself yet: what does not fit is not sent.',
      'Automatic compaction is off: what does not fit is not sent.',
    ])
  })
})

describe('cacheWords', () => {
  it('[C14] names the prefix where there is one', () => {
    const words = (part: Partial<Inspection['report']['cache']>) =>
      cacheWords({ ...inspection, report: { ...inspection.report, cache: { ...cache, ...part } } })
    expect([words({}), words({ caching: 'marks' }), words({ caching: 'marks', prefixTokens: 4100 })]).toEqual([
      'This model caches nothing.',
      'Nothing is marked for the cache.',
      'The first 4.1k tokens are marked for the cache.',
    ])
  })
})

describe('windowWords', () => {
  it('[C9] says whose limit it is', () => {
    const words = (maximumFrom: 'model' | 'person' | 'assumed') =>
      windowWords({ ...inspection, report: { ...inspection.report, budget: { ...budget, maximumFrom } } })
    expect([words('model'), words('person'), words('assumed')]).toEqual([
      'The model’s window of 32,000, less 2,000 for the answer.',
      'Your own limit of 32,000, less 2,000 for the answer.',
      '32,000, as the model’s window is not known, less 2,000 for the answer.',
    ])
  })
})
