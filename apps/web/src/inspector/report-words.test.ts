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
  report: { earlier: null, messages: [], opening: null, system: [], tools: [], budget, cache },
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
      'The next request stays the same',
      '1 entry changes, the tokens do not',
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
      'The next request stays the same',
      'Compaction would summarise 2 messages first',
      'Compaction would summarise 1 message first instead of 2',
      'Saves 6 tokens; compaction would summarise nothing',
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
      'Summarises by itself from 30.0k tokens on; the last 6, at least 2, stay as they are.',
      'Summarises by itself from 15.0k tokens on; the last 2 stay as they are.',
      'Automatic compaction is off: what does not fit is not sent.',
      'Automatic compaction is off since a checkpoint was lifted: what does not fit is not sent.',
      'Compaction starts at 15.0k tokens, but no summary would bring the request below.',
    ])
  })

  it('[C10] says what would be summarised and what would be left, by an estimate', () => {
    expect([
      words(planned),
      plannedWords({ ...planned, takesInSummary: true }),
      plannedWords({ ...planned, takesInSummary: true, summarised: [] }),
    ]).toEqual([
      'Compaction would first summarise 2 messages: 32.0k → about 4.1k tokens, an estimate.',
      'Compaction would first summarise 2 messages with the summary before: 32.0k → about 4.1k tokens, an estimate.',
      'Compaction would first summarise the summary anew: 32.0k → about 4.1k tokens, an estimate.',
    ])
  })

  it('[C12] says whether what does not fit is made to, or not sent', () => {
    expect([
      cannotFitWords({ ...inspection, compaction: planned }),
      cannotFitWords({ ...inspection, compaction: { kind: 'off', by: 'setting' } }),
    ]).toEqual([
      'It does not fit as it is, and is summarised before it is sent.',
      'It does not fit, and would not be sent.',
    ])
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
