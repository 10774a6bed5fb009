import { describe, expect, it } from 'vitest'
import { defaultDefinitionOptions } from '../definition.ts'
import { type FactSources, mergeFacts } from './merge-facts.ts'

const nothingTold: FactSources = {
  definition: { id: 'def_1', type: 'anthropic', options: defaultDefinitionOptions },
  model: 'some-model',
  defaults: { takes: { images: true, files: false, tools: true }, reasoning: 'budget', caching: 'marks' },
  known: null,
  contextWindow: null,
  discovered: null,
  override: null,
}

describe('the facts of a model', () => {
  it('[P1] are the type’s defaults, and null for what nobody knows', () => {
    expect(mergeFacts(nothingTold)).toEqual({
      definition: 'def_1',
      protocol: 'anthropic',
      model: 'some-model',
      name: 'some-model',
      contextWindow: null,
      outputLimit: null,
      takes: { images: true, files: false, tools: true },
      reasoning: 'budget',
      caching: 'marks',
    })
  })

  it('[P1] come from the data where the provider reports nothing', () => {
    const known = { takes: { images: false }, reasoning: 'effort', caching: 'none', outputLimit: 8 } as const
    expect(mergeFacts({ ...nothingTold, known, contextWindow: 1_000 })).toEqual({
      ...mergeFacts(nothingTold),
      contextWindow: 1_000,
      outputLimit: 8,
      takes: { images: false, files: false, tools: true },
      reasoning: 'effort',
      caching: 'none',
    })
  })

  it('[P1] come from the provider over the data, and from the user over the provider', () => {
    const reported: FactSources = {
      ...nothingTold,
      known: { takes: { images: false, tools: false }, reasoning: 'none', outputLimit: 8 },
      contextWindow: 1_000,
      discovered: {
        model: 'some-model',
        name: 'Some Model',
        contextWindow: 2_000,
        outputLimit: 16,
        takes: { tools: true },
        reasoning: 'level',
        caching: 'automatic',
      },
    }
    const discovered = {
      ...mergeFacts(nothingTold),
      name: 'Some Model',
      contextWindow: 2_000,
      outputLimit: 16,
      takes: { images: false, files: false, tools: true },
      reasoning: 'level',
      caching: 'automatic',
    }
    expect(mergeFacts(reported)).toEqual(discovered)
    const override = { contextWindow: 500, takes: { files: true }, reasoning: 'switch' } as const
    expect(mergeFacts({ ...reported, override })).toEqual({
      ...discovered,
      contextWindow: 500,
      takes: { images: false, files: true, tools: true },
      reasoning: 'switch',
    })
  })

  it('[C7] say for Chat Completions alone whether earlier reasoning is sent back', () => {
    const chat = (replayReasoning: boolean) =>
      mergeFacts({
        ...nothingTold,
        definition: { id: 'def_1', type: 'openai-chat', options: { ...defaultDefinitionOptions, replayReasoning } },
      })
    expect(chat(false).replayReasoning).toBe(false)
    expect(chat(true).replayReasoning).toBe(true)
    expect('replayReasoning' in mergeFacts(nothingTold)).toBe(false)
  })
})
