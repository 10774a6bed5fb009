import { type AnswerSettings, defaultAnswerSettings, type ModelFacts } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { applySettings } from './apply-settings.ts'

function factsOf(model: string, facts: Partial<ModelFacts> = {}): ModelFacts {
  return {
    definition: 'definition_1',
    protocol: 'gemini',
    model,
    name: model,
    contextWindow: 1_048_576,
    outputLimit: 65_536,
    takes: { images: true, files: true, tools: true },
    reasoning: 'level',
    caching: 'automatic',
    ...facts,
  }
}

const nothingSet: AnswerSettings = { ...defaultAnswerSettings, outputLimit: null }

function reasoning(set: Partial<AnswerSettings['reasoning']>): AnswerSettings {
  return { ...nothingSet, reasoning: { ...nothingSet.reasoning, on: true, ...set } }
}

describe('applySettings', () => {
  it('[P5] applies what every model takes, top-k included', () => {
    const settings = { ...nothingSet, temperature: 0.5, topP: 0.9, topK: 40, outputLimit: 2048, webSearch: true }
    expect(applySettings(factsOf('gemini-2.0-flash', { reasoning: 'none' }), settings)).toEqual({
      generationConfig: { temperature: 0.5, topP: 0.9, topK: 40, maxOutputTokens: 2048 },
      webSearch: true,
      webFetch: false,
      notApplied: [],
    })
  })

  it('[P5] asks for a thinking level and for the thoughts', () => {
    expect(applySettings(factsOf('gemini-3-flash-preview'), reasoning({ level: 'medium' }))).toEqual({
      generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'MEDIUM' } },
      webSearch: false,
      webFetch: false,
      notApplied: [],
    })
  })

  it('[P5] leaves the level to the model where the user set none', () => {
    const { generationConfig } = applySettings(factsOf('gemini-3-pro-preview'), reasoning({}))
    expect(generationConfig).toEqual({ thinkingConfig: { includeThoughts: true } })
  })

  it('[P5] asks for the next lower level that the model takes, and says so', () => {
    expect(applySettings(factsOf('gemini-3-pro-preview'), reasoning({ level: 'medium' }))).toEqual({
      generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'LOW' } },
      webSearch: false,
      webFetch: false,
      notApplied: [{ setting: 'reasoning.level', because: 'This model takes low, high; low is sent instead.' }],
    })
  })

  it('[P5] asks for a budget where the model takes one, within its range', () => {
    const facts = factsOf('gemini-2.5-flash-lite', { reasoning: 'budget' })
    expect(applySettings(facts, reasoning({ budgetTokens: 2000 })).generationConfig).toEqual({
      thinkingConfig: { includeThoughts: true, thinkingBudget: 2000 },
    })
    expect(applySettings(facts, reasoning({ budgetTokens: 100 }))).toEqual({
      generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 512 } },
      webSearch: false,
      webFetch: false,
      notApplied: [
        {
          setting: 'reasoning.budgetTokens',
          because: 'This model takes a budget of 512 to 24576 tokens; 512 is sent instead.',
        },
      ],
    })
  })

  it('[P1] asks for the very budget that the user wants of a model that nobody knows, or for none', () => {
    const facts = factsOf('heron-1', { reasoning: 'budget' })
    const applied = [
      applySettings(facts, reasoning({ budgetTokens: 50_000 })),
      applySettings(facts, reasoning({ budgetTokens: 0 })),
      applySettings(facts, nothingSet),
    ]
    expect(applied.map(({ generationConfig }) => generationConfig.thinkingConfig)).toEqual([
      { includeThoughts: true, thinkingBudget: 50_000 },
      { includeThoughts: true, thinkingBudget: 1 },
      { thinkingBudget: 0 },
    ])
  })

  it('[P5] switches reasoning off where that is possible, and holds it to the least where it is not', () => {
    const flash = applySettings(factsOf('gemini-2.5-flash', { reasoning: 'budget' }), nothingSet)
    const pro = applySettings(factsOf('gemini-2.5-pro', { reasoning: 'budget' }), nothingSet)
    const three = applySettings(factsOf('gemini-3-pro-preview'), nothingSet)
    expect([flash, pro, three].map(({ generationConfig, notApplied }) => ({ generationConfig, notApplied }))).toEqual([
      { generationConfig: { thinkingConfig: { thinkingBudget: 0 } }, notApplied: [] },
      {
        generationConfig: { thinkingConfig: { thinkingBudget: 128 } },
        notApplied: [
          {
            setting: 'reasoning.on',
            because: 'This model always reasons; it is asked to reason as little as it can.',
          },
        ],
      },
      {
        generationConfig: { thinkingConfig: { thinkingLevel: 'LOW' } },
        notApplied: [
          { setting: 'reasoning.on', because: 'This model always reasons; it is asked to reason as little as it can.' },
        ],
      },
    ])
  })

  it('[P5] leaves thoughts room of their own, within what the model writes', () => {
    const set = { ...reasoning({ budgetTokens: 2000 }), outputLimit: 1500 }
    const limits = [
      applySettings(factsOf('gemini-3-flash-preview'), set),
      applySettings(factsOf('gemini-2.5-flash', { reasoning: 'budget' }), set),
      applySettings(factsOf('gemini-2.5-flash', { reasoning: 'budget', outputLimit: 2048 }), set),
      applySettings(factsOf('gemini-2.5-flash', { reasoning: 'budget' }), { ...nothingSet, outputLimit: 1500 }),
    ]
    expect(limits.map(({ generationConfig }) => generationConfig.maxOutputTokens)).toEqual([3500, 3500, 2048, 1500])
  })

  it('[P5] shows as not applied what the model cannot take, and sends none of it', () => {
    const settings: AnswerSettings = {
      ...reasoning({ effort: 'high', summary: 'auto', level: 'high' }),
      outputLimit: 100_000,
      webSearch: true,
      prefill: 'Once',
    }
    const takes = { images: true, files: false, tools: false }
    const gemma = applySettings(factsOf('gemma-3-27b-it', { reasoning: 'none', takes, outputLimit: 8192 }), settings)
    expect(gemma).toEqual({
      generationConfig: { maxOutputTokens: 8192 },
      webSearch: false,
      webFetch: false,
      notApplied: [
        { setting: 'outputLimit', because: 'This model writes at most 8192 tokens, which is sent instead.' },
        { setting: 'reasoning.on', because: 'This model does not reason.' },
        { setting: 'prefill', because: 'Gemini takes no prefill.' },
        { setting: 'webSearch', because: 'This model cannot search the web.' },
      ],
    })
    const budget = factsOf('gemini-2.5-flash', { reasoning: 'budget' })
    const { notApplied } = applySettings(budget, reasoning({ effort: 'high', summary: 'auto', level: 'high' }))
    expect(notApplied.map(({ setting }) => setting)).toEqual([
      'reasoning.effort',
      'reasoning.level',
      'reasoning.summary',
    ])
  })
})
