import type { ListedModel, ListedProvider } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { findModels, groupModels } from './group-models.ts'

const home = providerOf('def_home', 'At home')
const router = providerOf('def_router', 'OpenRouter')
const list = {
  providers: [home, router],
  models: [
    modelOf('def_home', 'qwen3:8b', 'Qwen 3 8B'),
    modelOf('def_router', 'anthropic/claude', 'Claude'),
    modelOf('def_router', 'qwen/qwen3', 'Qwen 3'),
  ],
}

function providerOf(id: string, name: string): ListedProvider {
  return { id, type: 'openai-chat', name, icon: null, catalog: { at: 1, count: 1, error: null } }
}

function modelOf(definition: string, model: string, name: string): ListedModel {
  const facts = { definition, protocol: 'openai-chat', model, name, contextWindow: null, outputLimit: null }
  const takes = { images: false, files: false, tools: true }
  return {
    facts: { ...facts, takes, reasoning: 'none', caching: 'none' },
    prices: null,
    note: null,
    overridden: false,
  }
}

function shown(typed: string): readonly (readonly [string, readonly string[]])[] {
  return groupModels(list, typed).map(({ provider, models }) => [provider.name, models.map(({ facts }) => facts.name)])
}

describe('models to choose from', () => {
  it('[P1] are listed below their providers, and so is a provider without models', () => {
    expect(shown('')).toEqual([
      ['At home', ['Qwen 3 8B']],
      ['OpenRouter', ['Claude', 'Qwen 3']],
    ])
    expect(groupModels({ providers: [home], models: [] }, '  ')).toEqual([{ provider: home, models: [] }])
  })

  it('[P1] are found by words of their name, their id or their provider, in any case and order', () => {
    expect(shown('QWEN')).toEqual([
      ['At home', ['Qwen 3 8B']],
      ['OpenRouter', ['Qwen 3']],
    ])
    expect(shown('router qwen')).toEqual([['OpenRouter', ['Qwen 3']]])
    expect(shown('anthropic/')).toEqual([['OpenRouter', ['Claude']]])
    expect(shown('nothing like it')).toEqual([])
    expect(findModels(list.models, '8b').map(({ facts }) => facts.model)).toEqual(['qwen3:8b'])
  })
})
