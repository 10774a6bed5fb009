import { type AnswerSettings, defaultAnswerSettings, type ModelFacts } from '@stet/history'
import { describe, expect, it } from 'vitest'
import type { ReasoningPlan } from './plan-reasoning.ts'
import { planSettings, type SettingRules } from './plan-settings.ts'

const facts: ModelFacts = {
  definition: 'definition_1',
  protocol: 'openai-chat',
  model: 'some-model',
  name: 'Some model',
  contextWindow: null,
  outputLimit: 10_000,
  takes: { images: true, files: true, tools: true },
  reasoning: 'effort',
  caching: 'automatic',
}

const rules: SettingRules = {
  known: null,
  reasoning: {
    form: kind => kind,
    takesSummary: true,
    canStop: () => true,
    asksForLeast: () => false,
    reasonsUnsaid: false,
    usualEffort: null,
    efforts: ['low', 'high'],
    budgets: { least: 100, most: 5000 },
  },
  refuses: [],
  refusedWhile: () => ({ settings: [], when: '' }),
  highestTemperature: 1,
  noTopK: null,
  noPrefill: null,
  noWebSearch: null,
  noWebFetch: null,
  leastOutput: 1,
  roomForReasoning: true,
}

type Changes = Partial<Omit<SettingRules, 'reasoning'>> & { readonly reasoning?: Partial<SettingRules['reasoning']> }

function plan(settings: Partial<AnswerSettings>, changes: Changes = {}, model: Partial<ModelFacts> = {}) {
  const changed = { ...rules, ...changes, reasoning: { ...rules.reasoning, ...changes.reasoning } }
  return planSettings({ ...facts, ...model }, { ...defaultAnswerSettings, ...settings }, changed)
}

function reason(
  reasoning: Partial<AnswerSettings['reasoning']>,
  kind: ModelFacts['reasoning'] = 'effort',
  changes: Changes = {},
): { readonly reasoning: ReasoningPlan; readonly because: readonly string[] } {
  const asked = { reasoning: { ...defaultAnswerSettings.reasoning, ...reasoning }, outputLimit: 1000 }
  const { reasoning: planned, notApplied } = plan(asked, changes, { reasoning: kind })
  return { reasoning: planned, because: notApplied.map(each => `${each.setting}: ${each.because}`) }
}

const on = { kind: 'on', budget: null, effort: null, summary: null } as const

describe('the plan for the settings of an answer', () => {
  it('[P5] leaves to the provider what the user left to it', () => {
    expect(plan({})).toEqual({
      temperature: null,
      topP: null,
      topK: null,
      outputLimit: null,
      reasoning: { kind: 'off' },
      prefill: '',
      continues: true,
      webSearch: false,
      webFetch: false,
      notApplied: [],
    })
  })

  it.each<[string, Partial<AnswerSettings['reasoning']>, ModelFacts['reasoning'], ReasoningPlan, readonly string[]]>([
    ['an effort', { on: true, effort: 'high' }, 'effort', { ...on, effort: 'high' }, []],
    [
      'an effort above what the model takes, as its highest',
      { on: true, effort: 'max' },
      'effort',
      { ...on, effort: 'high' },
      ['reasoning.effort: This model takes low, high; high is sent instead.'],
    ],
    [
      'an effort between, as the next lower one',
      { on: true, effort: 'medium' },
      'effort',
      { ...on, effort: 'low' },
      ['reasoning.effort: This model takes low, high; low is sent instead.'],
    ],
    ['no effort, as off', { on: true, effort: 'none' }, 'effort', { kind: 'off' }, []],
    ['a summary', { on: true, summary: 'auto' }, 'switch', { ...on, summary: 'auto' }, []],
    ['a budget', { on: true, budgetTokens: 2000 }, 'budget', { ...on, budget: 2000 }, []],
    [
      'a budget outside its range, as the nearest',
      { on: true, budgetTokens: 50 },
      'budget',
      { ...on, budget: 100 },
      ['reasoning.budgetTokens: This model takes a budget of 100 to 1099 tokens; 100 is sent instead.'],
    ],
    [
      'nothing where the model does not reason',
      { on: true },
      'none',
      { kind: 'unsaid', reasons: false },
      ['reasoning.on: This model does not reason.'],
    ],
    [
      'only what this kind of model takes',
      { on: true, effort: 'high', level: 'low' },
      'budget',
      { ...on, budget: 1024 },
      ['reasoning.effort: This model takes no effort here.', 'reasoning.level: This model takes no thinking level.'],
    ],
  ])('[P5] asks for %s', (_name, asked, kind, reasoning, because) => {
    expect(reason(asked, kind)).toEqual({ reasoning, because })
  })

  it('[P5] says nothing to a model that cannot be stopped, or asks it for the least', () => {
    const known = { alwaysReasons: true }
    expect(reason({ on: false }, 'effort', { known })).toEqual({
      reasoning: { kind: 'unsaid', reasons: true },
      because: ['reasoning.on: This model always reasons.'],
    })
    expect(reason({ on: false }, 'budget', { known, reasoning: { asksForLeast: () => true } })).toEqual({
      reasoning: { kind: 'least', budget: 100 },
      because: ['reasoning.on: This model always reasons; it is asked to reason as little as it can.'],
    })
  })

  it('[P5] gives reasoning room beside the answer, within what the model writes', () => {
    const reasoning = { ...defaultAnswerSettings.reasoning, on: true, budgetTokens: 3000 }
    expect(plan({ reasoning, outputLimit: 500 }).outputLimit).toBe(3500)
    expect(plan({ reasoning, outputLimit: 9000 }).outputLimit).toBe(10_000)
    expect(plan({ reasoning, outputLimit: 500 }, { roomForReasoning: false }).outputLimit).toBe(500)
  })

  it('[P5] names each setting that the model or the server refuses, and sends none of them', () => {
    const { notApplied, ...sent } = plan(
      { temperature: 0.5, topP: 0.5, topK: 5, prefill: 'Once', webSearch: true, webFetch: true, outputLimit: 20_000 },
      {
        refuses: ['temperature'],
        refusedWhile: () => ({ settings: ['topP', 'prefill'], when: 'while it reasons' }),
        noTopK: 'No top-k here.',
        noWebSearch: 'No search here.',
        noWebFetch: 'No pages here.',
      },
    )
    expect(sent).toEqual({
      temperature: null,
      topP: null,
      topK: null,
      outputLimit: 10_000,
      reasoning: { kind: 'off' },
      prefill: '',
      continues: false,
      webSearch: false,
      webFetch: false,
    })
    expect(notApplied.map(({ because }) => because)).toEqual([
      'This model writes at most 10000 tokens, which is sent instead.',
      'This model takes no temperature.',
      'This model takes no top-p while it reasons.',
      'No top-k here.',
      'This model takes no prefill while it reasons.',
      'No search here.',
      'No pages here. Stet’s own tool fetches them.',
    ])
    const withoutTools = plan({ webFetch: true }, {}, { takes: { ...facts.takes, tools: false } })
    expect(withoutTools).toMatchObject({
      webFetch: false,
      notApplied: [{ because: 'This model takes no tools, and web fetch is one.' }],
    })
  })

  it('[P5] takes a temperature or top-p where the model takes one of them only', () => {
    const { temperature, topP, notApplied } = plan({ temperature: 0.5, topP: 0.5 }, { refuses: ['temperature+topP'] })
    expect({ temperature, topP, notApplied }).toEqual({
      temperature: 0.5,
      topP: null,
      notApplied: [{ setting: 'topP', because: 'This model takes either a temperature or top-p, not both.' }],
    })
  })
})
