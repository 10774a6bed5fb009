import { type AnswerSettings, defaultAnswerSettings, type ModelFacts, type ReasoningSettings } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { type DefinitionOptions, defaultDefinitionOptions } from '../definition.ts'
import { applySettings } from './apply-settings.ts'
import type { SettingFields } from './body.ts'

const facts: ModelFacts = {
  definition: 'definition_1',
  protocol: 'openai-chat',
  model: 'some-model',
  name: 'Some model',
  contextWindow: null,
  outputLimit: null,
  takes: { images: true, files: true, tools: true },
  reasoning: 'none',
  caching: 'automatic',
}

interface Applied {
  readonly fields: SettingFields
  readonly notApplied: readonly string[]
}

function apply(
  model: Partial<ModelFacts>,
  settings: Partial<AnswerSettings>,
  options: Partial<DefinitionOptions> = {},
): Applied {
  const { fields, notApplied } = applySettings(
    { ...facts, ...model },
    { ...defaultAnswerSettings, outputLimit: null, ...settings },
    { options: { ...defaultDefinitionOptions, ...options } },
  )
  return { fields, notApplied: notApplied.map(({ setting }) => setting) }
}

function reason(
  kind: ModelFacts['reasoning'],
  reasoning: Partial<ReasoningSettings>,
  options: Partial<DefinitionOptions> = {},
  model = 'some-model',
): Applied {
  return apply({ reasoning: kind, model }, { reasoning: { ...defaultAnswerSettings.reasoning, ...reasoning } }, options)
}

describe('settings over Chat Completions', () => {
  it('[P5] send nothing that the user left to the provider', () => {
    expect(apply({}, {})).toEqual({ fields: {}, notApplied: [] })
  })

  it('[P5] send what every server takes', () => {
    expect(apply({}, { temperature: 0.3, topP: 0.9, outputLimit: 1536 })).toEqual({
      fields: { temperature: 0.3, top_p: 0.9, max_completion_tokens: 1536 },
      notApplied: [],
    })
  })

  it('[P5] name the limit of an answer as the server does, and never ask for more than the model writes', () => {
    const options = { outputLimitField: 'max_tokens' } as const
    expect(apply({ outputLimit: 4096 }, { outputLimit: 1536 }, options).fields).toEqual({ max_tokens: 1536 })
    expect(apply({ outputLimit: 1000 }, { outputLimit: 1536 }, options)).toEqual({
      fields: { max_tokens: 1000 },
      notApplied: ['outputLimit'],
    })
  })

  it('[P5] send top-k, web search and a beginning only to a server that is known to take them', () => {
    const asked = { topK: 40, webSearch: true, prefill: 'Dear' }
    expect(apply({}, asked)).toEqual({ fields: {}, notApplied: ['topK', 'prefill', 'webSearch'] })
    const options = { takesTopK: true, webSearchField: 'web_search_options', prefill: 'prefix' } as const
    expect(apply({}, asked, options)).toEqual({ fields: { top_k: 40, web_search_options: {} }, notApplied: [] })
  })

  it('[T8] ask OpenRouter to fetch by its server tool, and no other server', () => {
    const fetching = { ...defaultAnswerSettings, webFetch: true }
    const options = { ...defaultDefinitionOptions, webSearchField: 'openrouter:web_search' } as const
    expect(applySettings(facts, fetching, { options }).serverTools).toEqual([{ type: 'openrouter:web_fetch' }])
    const elsewhere = applySettings(facts, fetching, { options: defaultDefinitionOptions })
    expect({ tools: elsewhere.serverTools, notApplied: elsewhere.notApplied }).toEqual({
      tools: [],
      notApplied: [
        {
          setting: 'webFetch',
          because: 'This provider is not known to fetch pages. Stet’s own tool fetches them.',
        },
      ],
    })
  })

  it('[P4] ask OpenRouter to search by its server tool', () => {
    const options = { ...defaultDefinitionOptions, webSearchField: 'openrouter:web_search' } as const
    const applied = applySettings(facts, { ...defaultAnswerSettings, webSearch: true }, { options })
    expect(applied.serverTools).toEqual([{ type: 'openrouter:web_search' }])
  })

  it('[P5] leave out what the model is known to refuse', () => {
    const sampling = { temperature: 0.3, topP: 0.9 }
    expect(apply({ model: 'o3', reasoning: 'effort' }, sampling).notApplied).toEqual([
      'reasoning.on',
      'temperature',
      'topP',
    ])
    expect(apply({ model: 'gpt-5.2', reasoning: 'effort' }, sampling)).toEqual({
      fields: { ...{ temperature: 0.3, top_p: 0.9 }, reasoning_effort: 'none' },
      notApplied: [],
    })
    const reasoning = { ...defaultAnswerSettings.reasoning, on: true }
    expect(apply({ model: 'gpt-5.2', reasoning: 'effort' }, { ...sampling, reasoning })).toEqual({
      fields: { reasoning_effort: 'medium' },
      notApplied: ['temperature', 'topP'],
    })
  })
})

describe('reasoning over Chat Completions', () => {
  it('[P5] is an effort for OpenAI and servers that take its field', () => {
    expect(reason('effort', { on: true, effort: 'high' })).toEqual({
      fields: { reasoning_effort: 'high' },
      notApplied: [],
    })
    expect(reason('effort', { on: true })).toEqual({ fields: {}, notApplied: [] })
    expect(reason('level', { on: true, level: 'low' })).toEqual({ fields: { reasoning_effort: 'low' }, notApplied: [] })
    expect(reason('budget', { on: true })).toEqual({ fields: {}, notApplied: ['reasoning.budgetTokens'] })
  })

  it('[P5] is a budget, an effort or a switch for OpenRouter', () => {
    const options = { reasoningField: 'reasoning' } as const
    expect(reason('budget', { on: true, budgetTokens: 2048 }, options).fields).toEqual({
      reasoning: { max_tokens: 2048 },
    })
    expect(reason('effort', { on: true, effort: 'low' }, options).fields).toEqual({ reasoning: { effort: 'low' } })
    expect(reason('effort', { on: true }, options).fields).toEqual({ reasoning: { enabled: true } })
    expect(reason('switch', { on: true, effort: 'high' }, options).fields).toEqual({ reasoning: { enabled: true } })
    expect(reason('switch', { on: false }, options).fields).toEqual({ reasoning: { enabled: false } })
    expect(reason('effort', { on: false }, options).fields).toEqual({})
  })

  it('[P5] is on or off for DeepSeek, where an effort of none is off', () => {
    const options = { reasoningField: 'thinking' } as const
    expect(reason('switch', { on: true }, options).fields).toEqual({ thinking: { type: 'enabled' } })
    expect(reason('switch', { on: true, effort: 'none' }, options).fields).toEqual({ thinking: { type: 'disabled' } })
    expect(reason('switch', { on: false }, options).fields).toEqual({ thinking: { type: 'disabled' } })
    expect(reason('budget', { on: true }, options).fields).toEqual({
      thinking: { type: 'enabled', budget_tokens: 1024 },
    })
    expect(reason('switch', { on: false }, options, 'deepseek-reasoner')).toEqual({
      fields: {},
      notApplied: ['reasoning.on'],
    })
    expect(reason('switch', { on: true }, options, 'deepseek-reasoner')).toEqual({ fields: {}, notApplied: [] })
  })

  it('[P5] is said to be not applied where the model or the server has none', () => {
    expect(reason('none', { on: true })).toEqual({ fields: {}, notApplied: ['reasoning.on'] })
    expect(reason('effort', { on: true }, { reasoningField: 'none' })).toEqual({
      fields: {},
      notApplied: ['reasoning.on'],
    })
    expect(reason('none', { on: false })).toEqual({ fields: {}, notApplied: [] })
  })

  it('[P5] says which choices the model does not know', () => {
    expect(reason('effort', { on: true, effort: 'xhigh', summary: 'auto', level: 'low' }, {}, 'gpt-5')).toEqual({
      fields: { reasoning_effort: 'high' },
      notApplied: ['reasoning.level', 'reasoning.summary', 'reasoning.effort'],
    })
  })

  it('[P5] cannot be switched off where a model always reasons', () => {
    expect(reason('effort', { on: false }, {}, 'gpt-5')).toEqual({ fields: {}, notApplied: ['reasoning.on'] })
    expect(reason('switch', { on: false })).toEqual({ fields: { reasoning_effort: 'none' }, notApplied: [] })
  })
})
