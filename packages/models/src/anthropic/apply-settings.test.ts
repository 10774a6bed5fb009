import { type AnswerSettings, defaultAnswerSettings, type ModelFacts } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { applySettings } from './apply-settings.ts'
import { anthropicFixtures } from './fixtures.ts'

const { facts } = anthropicFixtures
const adaptive: ModelFacts = { ...facts, reasoning: 'effort' }

function settings(changed: Partial<AnswerSettings> = {}): AnswerSettings {
  return { ...defaultAnswerSettings, outputLimit: 1536, ...changed }
}

function reasons(changed: Partial<AnswerSettings['reasoning']> = {}): AnswerSettings {
  return settings({ reasoning: { ...defaultAnswerSettings.reasoning, on: true, ...changed } })
}

describe('settings of an answer', () => {
  it('[P5] leaves everything to the provider but the limit, which it wants', () => {
    expect(applySettings(facts, settings(), 'direct')).toEqual({
      fields: { max_tokens: 1536 },
      prefill: '',
      continues: true,
      webSearch: false,
      webFetch: false,
      notApplied: [],
      notes: [],
    })
  })

  it('[P5] sends what the model takes', () => {
    const all = settings({
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      outputLimit: 500,
      webSearch: true,
      webFetch: true,
      prefill: 'Well, ',
    })
    expect(applySettings(facts, all, 'direct')).toEqual({
      fields: { max_tokens: 500, temperature: 0.5, top_p: 0.9, top_k: 40 },
      prefill: 'Well,',
      continues: true,
      webSearch: true,
      webFetch: true,
      notApplied: [],
      notes: [],
    })
  })

  it('[P5] a budget of reasoning has its room beside the answer, and takes sampling and a beginning away', () => {
    const all = { ...reasons({ budgetTokens: 3000 }), temperature: 0.5, topP: 0.9, topK: 40, prefill: 'Well' }
    expect(applySettings(facts, all, 'direct')).toEqual({
      fields: { max_tokens: 4536, thinking: { type: 'enabled', budget_tokens: 3000 } },
      prefill: '',
      continues: false,
      webSearch: false,
      webFetch: false,
      notApplied: [
        { setting: 'temperature', because: 'This model takes no temperature while it reasons.' },
        { setting: 'topP', because: 'This model takes no top-p while it reasons.' },
        { setting: 'topK', because: 'This model takes no top-k while it reasons.' },
        { setting: 'prefill', because: 'This model takes no prefill while it reasons.' },
      ],
      notes: [],
    })
  })

  it.each<[string, number, number | null, object, readonly string[]]>([
    [
      'too small',
      200,
      64_000,
      { max_tokens: 2560, thinking: { type: 'enabled', budget_tokens: 1024 } },
      ['reasoning.budgetTokens'],
    ],
    [
      'too large',
      9000,
      4096,
      { max_tokens: 4096, thinking: { type: 'enabled', budget_tokens: 4095 } },
      ['reasoning.budgetTokens'],
    ],
    ['without room', 1024, 1024, { max_tokens: 1024 }, ['outputLimit', 'reasoning.on']],
    [
      'of a model without known limit',
      2000,
      null,
      { max_tokens: 3536, thinking: { type: 'enabled', budget_tokens: 2000 } },
      [],
    ],
  ])(
    '[P5] a budget that is %s is fitted or refused, and reported',
    (_name, budgetTokens, outputLimit, fields, reported) => {
      const applied = applySettings({ ...facts, outputLimit }, reasons({ budgetTokens }), 'direct')
      expect({ fields: applied.fields, reported: applied.notApplied.map(({ setting }) => setting) }).toEqual({
        fields,
        reported,
      })
    },
  )

  it.each<[AnswerSettings['reasoning']['effort'], object, readonly string[]]>([
    [null, { max_tokens: 2560, thinking: { type: 'adaptive', display: 'summarized' } }, []],
    [
      'high',
      { max_tokens: 2560, thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
      [],
    ],
    [
      'minimal',
      { max_tokens: 2560, thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } },
      ['reasoning.effort'],
    ],
    ['none', { max_tokens: 1536 }, []],
  ])('[P5] a model of efforts reasons as it sees fit, with the effort %s', (effort, fields, reported) => {
    const applied = applySettings(adaptive, reasons({ effort }), 'direct')
    expect({ fields: applied.fields, reported: applied.notApplied.map(({ setting }) => setting) }).toEqual({
      fields,
      reported,
    })
  })

  it('[P5] a model of levels takes the level as its effort, and one with a switch neither', () => {
    const thinking = { type: 'adaptive', display: 'summarized' }
    const both = reasons({ level: 'low', effort: 'high' })
    expect(applySettings({ ...facts, reasoning: 'level' }, both, 'direct').fields).toEqual({
      max_tokens: 2560,
      thinking,
      output_config: { effort: 'low' },
    })
    expect(applySettings({ ...facts, reasoning: 'switch' }, both, 'direct').fields).toEqual({
      max_tokens: 2560,
      thinking,
    })
  })

  it('[P5] a model that does not reason says so', () => {
    const { fields, notApplied } = applySettings({ ...facts, reasoning: 'none' }, reasons(), 'direct')
    expect({ fields, notApplied }).toEqual({
      fields: { max_tokens: 1536 },
      notApplied: [{ setting: 'reasoning.on', because: 'This model does not reason.' }],
    })
  })

  it.each<[string, object, readonly string[]]>([
    ['claude-opus-4-8', { max_tokens: 1536 }, []],
    ['claude-opus-5', { max_tokens: 1536, thinking: { type: 'disabled' } }, []],
    ['claude-haiku-5-5', { max_tokens: 1536, thinking: { type: 'disabled' } }, []],
    ['claude-sonnet-5-5', { max_tokens: 1536, thinking: { type: 'between_tools' } }, []],
    ['claude-opus-5-5', { max_tokens: 2560 }, ['reasoning.on']],
    ['claude-fable-5-2', { max_tokens: 2560 }, ['reasoning.on']],
  ])('[P5] %s is asked not to reason in the way that it takes', (model, fields, reported) => {
    const applied = applySettings({ ...adaptive, model }, settings(), 'direct')
    expect({ fields: applied.fields, reported: applied.notApplied.map(({ setting }) => setting) }).toEqual({
      fields,
      reported,
    })
  })

  it.each<[string, ModelFacts, Partial<AnswerSettings>, readonly string[]]>([
    [
      'a model that refuses sampling',
      { ...facts, model: 'claude-opus-4-8', reasoning: 'effort' },
      { temperature: 0, topP: 1, topK: 1, prefill: 'a' },
      ['temperature', 'topP', 'topK', 'prefill'],
    ],
    [
      'an unknown one that reasons as it sees fit',
      adaptive,
      { temperature: 0, prefill: 'a' },
      ['temperature', 'prefill'],
    ],
    ['one that takes either of two', { ...facts, model: 'claude-sonnet-4-5' }, { temperature: 0, topP: 0.5 }, ['topP']],
    ['any, above its range', facts, { temperature: 1.2 }, ['temperature']],
    ['one with a lower limit', { ...facts, outputLimit: 1000 }, { outputLimit: 2000 }, ['outputLimit']],
    ['one without tools', { ...facts, takes: { ...facts.takes, tools: false } }, { webSearch: true }, ['webSearch']],
  ])('[P5] reports what is not applied for %s', (_name, model, changed, reported) => {
    const { notApplied } = applySettings(model, settings(changed), 'direct')
    expect(notApplied.map(({ setting }) => setting)).toEqual(reported)
  })

  it('[P2] [T8] Bedrock neither searches nor fetches, and Stet fetches instead', () => {
    const wished = settings({ webSearch: true, webFetch: true })
    const { webSearch, webFetch, notApplied } = applySettings(facts, wished, 'bedrock')
    expect({ webSearch, webFetch, notApplied }).toEqual({
      webSearch: false,
      webFetch: false,
      notApplied: [
        { setting: 'webSearch', because: 'Bedrock runs no web search for Claude.' },
        { setting: 'webFetch', because: 'Bedrock fetches no pages for Claude. Stet’s own tool fetches them.' },
      ],
    })
  })

  it('[W1] a new chat has no limit: the answer may be as long as the model writes', () => {
    expect(applySettings({ ...facts, outputLimit: 64_000 }, defaultAnswerSettings, 'direct').fields).toEqual({
      max_tokens: 64_000,
    })
  })

  it('[P5] says which limit it takes where none is known', () => {
    const { fields, notes } = applySettings({ ...facts, outputLimit: null }, settings({ outputLimit: null }), 'direct')
    expect({ fields, notes }).toEqual({
      fields: { max_tokens: 8192 },
      notes: ['Anthropic needs an output limit and none is known: 8192 tokens'],
    })
  })
})
