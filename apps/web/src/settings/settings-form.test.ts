import {
  type AnswerSettings,
  answerSettings,
  type ContextSettings,
  contextSettings,
  defaultAnswerSettings,
  defaultContextSettings,
} from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { optionsOf, readForm, type SettingsForm, sameForm, toForm } from './settings-form.ts'

const settings = defaultContextSettings({ caching: 'none' })
const form = toForm(contextSettings, settings)

function errorsOf(changes: SettingsForm) {
  const read = readForm(contextSettings, { ...form, ...changes })
  return read.kind === 'invalid' ? [...read.errors] : []
}

describe('readForm', () => {
  it.each<Partial<ContextSettings>>([
    {},
    { toolMemory: { mode: 'forget', afterConclusions: 0 } },
    { toolMemory: { mode: 'forget', afterConclusions: 3 }, previousCycles: 'strip' },
    { reasoning: { lastCycles: 4 }, cache: 'cached' },
    {
      maxPromptTokens: 8192,
      compaction: { automatic: false, startAt: 0.07, wait: false, model: null, length: null, facts: 1500 },
    },
    {
      compaction: {
        automatic: true,
        startAt: 1,
        wait: false,
        model: { definition: 'demo', model: 'small' },
        length: null,
        facts: 1500,
      },
    },
  ])('[C17] reads back what the fields were filled with: %j', part => {
    const given = { ...settings, ...part }
    expect(readForm(contextSettings, toForm(contextSettings, given))).toEqual({ kind: 'valid', settings: given })
  })

  it('[W1] [P5] reads back how a chat is answered', () => {
    const set: AnswerSettings = {
      temperature: 0.7,
      topP: 0.9,
      topK: 40,
      outputLimit: 1000,
      reasoning: { on: true, budgetTokens: 2048, effort: 'xhigh', summary: 'concise', level: 'low' },
      webSearch: true,
      webFetch: true,
      streaming: false,
      prefill: 'Well,',
    }
    for (const each of [defaultAnswerSettings, set]) {
      expect(readForm(answerSettings, toForm(answerSettings, each))).toEqual({ kind: 'valid', settings: each })
    }
  })

  it('[C5] [C9] [C12] refuses a value in the words of its field', () => {
    expect(errorsOf({ resultLimit: '5', 'compaction.startAt': '0' })).toEqual([
      ['resultLimit', 'Result limit must be a whole number from 200 to 10,000,000.'],
      ['compaction.startAt', 'Start compaction at must be from 1% to 100%.'],
    ])
    expect(errorsOf({ maxPromptTokens: '1024', reservedResponseTokens: '2048' })).toEqual([
      ['reservedResponseTokens', 'Reserved for the answer must be below Largest request, 1,024.'],
    ])
    expect(errorsOf({ toolMemory: 'forget', 'toolMemory.afterConclusions': '9' })).toEqual([
      ['toolMemory.afterConclusions', 'Turns until tool calls are forgotten must be a whole number from 0 to 5.'],
    ])
  })

  it.each(['', 'many', '1e9', '0x10', '1.5'])('[C9] takes %j for no number of messages', recentMessagesToKeep => {
    expect(errorsOf({ recentMessagesToKeep })).toEqual([
      ['recentMessagesToKeep', 'Recent messages to keep must be a whole number from 1 to 1,000.'],
    ])
  })

  it('[P5] takes an empty field for the default only where there is one', () => {
    const empty = { ...toForm(answerSettings, defaultAnswerSettings), temperature: '', 'reasoning.budgetTokens': '' }
    expect(readForm(answerSettings, empty)).toEqual({
      kind: 'invalid',
      errors: new Map([['reasoning.budgetTokens', 'Budget must be a whole number from 0 to 10,000,000.']]),
    })
  })
})

describe('optionsOf', () => {
  it('[C3] offers to forget immediately before it asks for a number of turns', () => {
    expect(optionsOf(contextSettings.toolMemory).map(({ label }) => label)).toEqual([
      'Always remember',
      'Forget immediately',
      'Forget after N turns',
      'Forget when it saves money',
    ])
    expect(toForm(contextSettings, { ...settings, toolMemory: { mode: 'forget', afterConclusions: 0 } })).toMatchObject(
      {
        toolMemory: 'forget-0',
        'toolMemory.afterConclusions': '1',
      },
    )
  })
})

describe('sameForm', () => {
  it('knows settings that were changed and changed back', () => {
    expect([
      sameForm(contextSettings, { ...form, 'toolMemory.afterConclusions': '4' }, form),
      sameForm(contextSettings, { ...form, resultLimit: ' 30000 ' }, form),
      sameForm(contextSettings, { ...form, resultLimit: '30001' }, form),
      sameForm(contextSettings, { ...form, resultLimit: '' }, form),
    ]).toEqual([true, true, false, false])
  })
})
