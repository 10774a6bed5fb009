import { describe, expect, it } from 'vitest'
import { findKnown } from './find-known.ts'
import type { Family } from './known-model.ts'
import { knownModels } from './known-models.ts'

describe('what is known of a model by its name', () => {
  it('[P1] lets the particular row overrule the general one, field by field', () => {
    const families: readonly Family[] = [
      {
        types: ['anthropic'],
        pattern: /^bird/,
        known: { takes: { images: true, tools: true }, reasoning: 'budget', outputLimit: 10 },
      },
      { types: ['anthropic'], pattern: /^bird-wren/, known: { takes: { images: false }, outputLimit: 20 } },
      { types: ['gemini'], pattern: /bird/, known: { outputLimit: 30 } },
    ]

    expect(findKnown('anthropic', 'Bird-Wren-2', families)).toEqual({
      takes: { images: false, tools: true },
      reasoning: 'budget',
      outputLimit: 20,
    })
    expect(findKnown('gemini', 'bird', families)).toEqual({ outputLimit: 30 })
    expect(findKnown('openai-chat', 'bird', families)).toBeNull()
  })

  it.each([
    ['claude-3-5-haiku-20241022', 2048],
    ['claude-sonnet-4-6', 1024],
    ['claude-opus-4-5-20251101', 4096],
    ['claude-haiku-4-5', 4096],
    ['claude-opus-4-7', 2048],
    ['claude-opus-4-8', 1024],
    ['claude-opus-5', 512],
    ['claude-fable-5-20260401', 512],
    ['claude-sonnet-5', 1024],
    ['claude-opus-5-5', undefined],
  ])('[C24] from how many tokens on %s is cached: %s', (model, least) => {
    expect(findKnown('anthropic', model)?.leastCached).toBe(least)
  })

  it('[P1] knows nothing of a model that it has no row for', () => {
    expect(findKnown('openai-chat', 'a-model-of-next-year')).toBeNull()
  })

  it('[P1] matches in lower case, without state between two calls', () => {
    for (const { pattern } of knownModels) {
      expect({ pattern: pattern.source, flags: pattern.flags }).toEqual({
        pattern: pattern.source.replaceAll(/(?<!\\)[A-Z]/g, ''),
        flags: '',
      })
    }
  })

  const claude = { takes: { images: true, files: true, tools: true }, caching: 'marks' }
  const nova = { takes: { images: true, files: true, tools: true }, caching: 'marks', dialect: 'nova' }
  const usualEfforts = ['low', 'medium', 'high']
  const earlyGemini = {
    takes: { images: true, files: true, tools: true },
    searchesBesideTools: false,
    wantsSignatures: false,
    takesFilesInResults: false,
    searchesBilledBy: 'answer',
  }
  const samples = [
    ['anthropic', 'claude-3-haiku-20240307', { ...claude, leastCached: 2_048, reasoning: 'none', outputLimit: 4_096 }],
    [
      'anthropic',
      'claude-sonnet-4-5-20250929',
      { ...claude, leastCached: 1_024, reasoning: 'budget', outputLimit: 64_000, refuses: ['temperature+topP'] },
    ],
    [
      'anthropic',
      'claude-opus-4-20250514',
      { ...claude, leastCached: 1_024, reasoning: 'budget', outputLimit: 32_000 },
    ],
    [
      'anthropic',
      'claude-opus-4-7',
      {
        ...claude,
        leastCached: 2_048,
        reasoning: 'effort',
        efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
        refuses: ['temperature', 'topP', 'topK', 'prefill'],
        outputLimit: 128_000,
      },
    ],
    [
      'bedrock',
      'us.anthropic.claude-3-7-sonnet-20250219-v1:0',
      { ...claude, dialect: 'claude', reasoning: 'budget', outputLimit: 64_000 },
    ],
    [
      'bedrock',
      'us.amazon.nova-2-lite-v1:0',
      { ...nova, reasoning: 'effort', efforts: usualEfforts, searchesWeb: true },
    ],
    ['bedrock', 'openai.gpt-oss-120b-1:0', { reasoning: 'effort' }],
    ['bedrock', 'us.openai.gpt-5.2', { reasoning: 'effort', dialect: 'gpt' }],
    ['bedrock', 'mistral.mistral-large-2402-v1:0', { dialect: 'mistral' }],
    [
      'bedrock',
      'eu.amazon.nova-micro-v1:0',
      { ...nova, takes: { images: false, files: false, tools: true }, reasoning: 'none' },
    ],
    [
      'openai-chat',
      'openai/gpt-5.2',
      {
        appendsSystem: true,
        takes: { images: true, files: true, tools: true },
        reasoning: 'effort',
        alwaysReasons: false,
        efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
        refuses: [],
        refusesWhileReasoning: ['temperature', 'topP'],
        refusesEffortWithTools: true,
        outputLimit: 128_000,
      },
    ],
    [
      'openai-responses',
      'o3-mini',
      {
        appendsSystem: true,
        takes: { images: false, files: false, tools: true },
        reasoning: 'effort',
        alwaysReasons: true,
        efforts: ['low', 'medium', 'high'],
        refuses: ['temperature', 'topP'],
        outputLimit: 100_000,
      },
    ],
    [
      'openai-responses',
      'gpt-4o-mini',
      {
        appendsSystem: true,
        takes: { images: true, files: true },
        reasoning: 'none',
        outputLimit: 16_384,
      },
    ],
    ['gemini', 'gemini-2.0-flash', { ...earlyGemini, reasoning: 'none', outputLimit: 8_192, fetchesPages: false }],
    [
      'gemini',
      'models/gemini-2.5-flash-lite',
      {
        ...earlyGemini,
        leastCached: 2_048,
        reasoning: 'budget',
        budgets: { least: 512, most: 24_576 },
        outputLimit: 65_536,
      },
    ],
    [
      'gemini',
      'gemini-2.5-pro',
      {
        ...earlyGemini,
        leastCached: 2_048,
        reasoning: 'budget',
        alwaysReasons: true,
        budgets: { least: 128, most: 32_768 },
        outputLimit: 65_536,
      },
    ],
    [
      'gemini',
      'gemma-3-27b-it',
      {
        takes: { images: true, files: false, tools: false },
        reasoning: 'none',
        searchesBesideTools: false,
        wantsSignatures: false,
        takesFilesInResults: false,
        takesSystem: false,
      },
    ],
    [
      'gemini',
      'models/gemini-3-pro-preview',
      {
        takes: { images: true, files: true, tools: true },
        reasoning: 'level',
        alwaysReasons: true,
        levels: ['low', 'high'],
        outputLimit: 65_536,
      },
    ],
    [
      'openai-chat',
      'deepseek-chat',
      { takes: { images: false, files: false }, reasoning: 'switch', caching: 'automatic' },
    ],
    [
      'bedrock',
      'global.anthropic.claude-opus-5-5',
      {
        ...claude,
        dialect: 'claude',
        longCache: true,
        reasoningOff: 'disabled',
        reasoning: 'effort',
        alwaysReasons: true,
        bindsReasoning: true,
        appendsTools: true,
        appendsSystem: true,
        appendsEffort: true,
        efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
        refuses: ['temperature', 'topP', 'topK', 'prefill'],
        outputLimit: 128_000,
      },
    ],
    [
      'openai-chat',
      'x-ai/grok-4.5',
      {
        takes: { images: true, tools: true },
        reasoning: 'effort',
        alwaysReasons: true,
        efforts: ['low', 'medium', 'high'],
      },
    ],
    ['openai-chat', 'grok-4-1-fast-reasoning', { takes: { images: true, tools: true }, reasoning: 'none' }],
    ['openai-chat', 'llama3.2-vision:11b', { takes: { images: true, files: false } }],
    ['openai-chat', 'llama3.1:8b', { takes: { images: false, files: false } }],
  ] as const
  for (const [type, model, known] of samples) {
    it(`[P5] reports what ${model} takes over ${type}`, () => {
      expect(findKnown(type, model)).toEqual(known)
    })
  }
})
