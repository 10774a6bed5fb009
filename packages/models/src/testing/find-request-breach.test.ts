import { defaultAnswerSettings, definedTypes, type ModelFacts } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { conversation } from './conversation.ts'
import { findRequestBreach } from './find-request-breach.ts'

const facts: ModelFacts = {
  definition: 'definition_1',
  protocol: 'any',
  model: 'any',
  name: 'Any',
  contextWindow: null,
  outputLimit: null,
  takes: { images: true, files: true, tools: true },
  reasoning: 'none',
  caching: 'none',
}

describe('findRequestBreach', () => {
  const call = { facts, settings: defaultAnswerSettings, files: new Map() }

  it.each(definedTypes)('[C4] says what %s would refuse, and nothing of what it takes', async type => {
    expect(await findRequestBreach({ ...call, type, request: conversation('Hello?') })).toBeNull()
    const nothing = await findRequestBreach({ ...call, type, request: conversation() })
    expect(nothing).toEqual(expect.any(String))
  })
})
