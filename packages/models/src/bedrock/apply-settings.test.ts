import { type AnswerSettings, defaultAnswerSettings, type ModelFacts } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { applySettings } from './apply-settings.ts'

function factsOf(model: string, facts: Partial<ModelFacts> = {}): ModelFacts {
  return {
    definition: 'definition_1',
    protocol: 'bedrock',
    model,
    name: model,
    contextWindow: null,
    outputLimit: 64_000,
    takes: { images: true, files: true, tools: true },
    reasoning: 'none',
    caching: 'marks',
    ...facts,
  }
}

const claude = factsOf('us.anthropic.claude-sonnet-4-20250514-v1:0', { reasoning: 'budget' })
const nova = factsOf('us.amazon.nova-2-lite-v1:0', { reasoning: 'effort' })
const llama = factsOf('us.meta.llama3-3-70b-instruct-v1:0')
const nothingSet: AnswerSettings = { ...defaultAnswerSettings, outputLimit: null }

function reasoning(set: Partial<AnswerSettings['reasoning']>, more: Partial<AnswerSettings> = {}): AnswerSettings {
  return { ...nothingSet, ...more, reasoning: { ...nothingSet.reasoning, on: true, ...set } }
}

const nothing = { inferenceConfig: {}, additional: {}, prefill: '', continues: false, webSearch: false, notApplied: [] }
const continuing = { ...nothing, continues: true }

describe('applySettings', () => {
  it('[P5] applies sampling in the common fields, and top-k in the words of the family', () => {
    const settings = { ...nothingSet, temperature: 0.5, topK: 40, outputLimit: 2048 }
    const inferenceConfig = { maxTokens: 2048, temperature: 0.5 }
    expect(applySettings(claude, settings)).toEqual({ ...continuing, inferenceConfig, additional: { top_k: 40 } })
    expect(applySettings(nova, settings)).toEqual({
      ...continuing,
      inferenceConfig,
      additional: { inferenceConfig: { topK: 40 } },
    })
    expect(applySettings(llama, settings)).toEqual({
      ...nothing,
      inferenceConfig,
      notApplied: [{ setting: 'topK', because: 'This model takes no top-k.' }],
    })
  })

  it('[P5] gives Claude a budget, and room for it beside the limit of the answer', () => {
    expect(applySettings(claude, reasoning({ budgetTokens: 2000 }, { outputLimit: 1500 }))).toEqual({
      ...nothing,
      inferenceConfig: { maxTokens: 3500 },
      additional: { thinking: { type: 'enabled', budget_tokens: 2000 } },
    })
    expect(
      applySettings({ ...claude, outputLimit: 2048 }, reasoning({ budgetTokens: 4000 }, { outputLimit: 512 })),
    ).toEqual({
      ...nothing,
      inferenceConfig: { maxTokens: 2048 },
      additional: { thinking: { type: 'enabled', budget_tokens: 2047 } },
      notApplied: [
        {
          setting: 'reasoning.budgetTokens',
          because: 'This model takes a budget of 1024 to 2047 tokens; 2047 is sent instead.',
        },
      ],
    })
  })

  it('[P1] lets what the user says of a model win over what is known of its family', () => {
    const model = 'us.anthropic.claude-3-5-sonnet-20241022-v2:0'
    const reported = [factsOf(model, { reasoning: 'budget' }), factsOf(model, { reasoning: 'none' })]
    expect(reported.map(facts => applySettings(facts, reasoning({ budgetTokens: 2000 })).additional)).toEqual([
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      {},
    ])
  })

  it('[P5] gives newer Claude an effort', () => {
    const newer = factsOf('us.anthropic.claude-opus-4-6-v1:0', { reasoning: 'effort' })
    expect(applySettings(newer, reasoning({ effort: 'high' }))).toEqual({
      ...nothing,
      additional: { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
    })
  })

  it('[P5] gives Nova 2 an effort from low to high, and nothing that it refuses beside high', () => {
    expect(applySettings(nova, reasoning({ effort: 'low' }, { temperature: 0.5 }))).toEqual({
      ...nothing,
      inferenceConfig: { temperature: 0.5 },
      additional: { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } },
    })
    expect(applySettings(nova, reasoning({ effort: 'high' }, { temperature: 0.5, outputLimit: 512 }))).toEqual({
      ...nothing,
      additional: { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'high' } },
      notApplied: [
        { setting: 'temperature', because: 'This model takes no temperature while it reasons with high effort.' },
        { setting: 'outputLimit', because: 'This model takes no output limit while it reasons with high effort.' },
      ],
    })
    expect(applySettings(nova, reasoning({ effort: 'xhigh' }))).toEqual({
      ...nothing,
      additional: { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'high' } },
      notApplied: [
        { setting: 'reasoning.effort', because: 'This model takes low, medium, high; high is sent instead.' },
      ],
    })
  })

  it('[P5] asks the others to reason in their own words', () => {
    const oss = factsOf('openai.gpt-oss-120b-1:0', { reasoning: 'effort' })
    const gpt = factsOf('us.openai.gpt-5.2', { reasoning: 'effort' })
    const deepseek = factsOf('deepseek.v3-v1:0', { reasoning: 'switch' })
    const asked = [oss, gpt, deepseek].map(facts => applySettings(facts, reasoning({ effort: 'low' })).additional)
    expect(asked).toEqual([{ reasoning_effort: 'low' }, { reasoning: { effort: 'low' } }, { showThinking: true }])
  })

  it('[P5] shows as not applied what the model cannot take, and sends none of it', () => {
    const settings = reasoning({}, { outputLimit: 100_000, temperature: 1.5, webSearch: true, prefill: 'Once' })
    expect(applySettings(llama, settings)).toEqual({
      ...nothing,
      inferenceConfig: { maxTokens: 64_000 },
      notApplied: [
        { setting: 'outputLimit', because: 'This model writes at most 64000 tokens, which is sent instead.' },
        { setting: 'reasoning.on', because: 'This model does not reason.' },
        { setting: 'temperature', because: 'This model takes temperatures from 0 to 1.' },
        { setting: 'prefill', because: 'This model takes no prefill.' },
        { setting: 'webSearch', because: 'Bedrock runs no web search for this model.' },
      ],
    })
    const thinking = applySettings(claude, reasoning({}, { temperature: 0.5, topP: 0.9, topK: 5, prefill: 'Once' }))
    expect(thinking.notApplied.map(({ setting }) => setting)).toEqual(['temperature', 'topP', 'topK', 'prefill'])
  })

  it('[P5] shows as not applied the groups of reasoning that the model does not know', () => {
    const asked = reasoning({ summary: 'auto', level: 'high' })
    expect(applySettings(nova, asked).notApplied.map(({ setting }) => setting)).toEqual([
      'reasoning.level',
      'reasoning.summary',
    ])
    expect(applySettings({ ...nova, reasoning: 'budget' }, reasoning({}))).toEqual({
      ...continuing,
      notApplied: [{ setting: 'reasoning.on', because: 'Only Claude takes a budget.' }],
    })
  })

  it('[P2] speaks as to Claude to a profile that is named by its ARN and takes a budget', () => {
    const arn = 'arn:aws:bedrock:us-west-2:123456789012:application-inference-profile/abc'
    const profile = { ...claude, model: arn }
    expect(applySettings(profile, reasoning({ budgetTokens: 2000 }, { temperature: 0.5 }))).toEqual({
      ...nothing,
      additional: { thinking: { type: 'enabled', budget_tokens: 2000 } },
      notApplied: [{ setting: 'temperature', because: 'This model takes no temperature while it reasons.' }],
    })
  })

  it('[R9] gives a prefill to a model that continues it', () => {
    expect(applySettings(claude, { ...nothingSet, prefill: 'Once upon \n' }).prefill).toBe('Once upon')
    expect(applySettings(nova, { ...nothingSet, prefill: 'Once' }).prefill).toBe('Once')
  })

  it('[P5] searches the web with Nova alone', () => {
    expect(applySettings(nova, { ...nothingSet, webSearch: true })).toEqual({ ...continuing, webSearch: true })
  })
})
