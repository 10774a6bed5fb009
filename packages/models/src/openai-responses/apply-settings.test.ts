import { type AnswerSettings, defaultAnswerSettings } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { defaultDefinitionOptions } from '../definition.ts'
import { applySettings } from './apply-settings.ts'
import { facts } from './fixtures.ts'

const definition = { options: defaultDefinitionOptions }
const reasoningOn = { ...defaultAnswerSettings.reasoning, on: true }

function apply(settings: Partial<AnswerSettings>, changed: Partial<typeof facts> = {}) {
  return applySettings(
    { ...facts, ...changed },
    { ...defaultAnswerSettings, outputLimit: null, ...settings },
    definition,
  )
}

const encrypted = ['reasoning.encrypted_content']

describe('settings of a Responses request', () => {
  it('[P5] asks for effort and summary when reasoning is on', () => {
    expect(apply({ reasoning: { ...reasoningOn, effort: 'xhigh', summary: 'concise' } })).toEqual({
      fields: { reasoning: { effort: 'xhigh', summary: 'concise' }, include: encrypted },
      notApplied: [],
    })
  })

  it('[P5] leaves effort and summary to the model where the user sets none, unless its own effort is none', () => {
    expect(apply({ reasoning: reasoningOn }, { model: 'gpt-5' })).toEqual({
      fields: { include: encrypted },
      notApplied: [],
    })
    expect(apply({ reasoning: reasoningOn })).toEqual({
      fields: { reasoning: { effort: 'medium' }, include: encrypted },
      notApplied: [],
    })
  })

  it('[P5] asks a model that can stop reasoning to do so when it is off', () => {
    expect(apply({ reasoning: { ...reasoningOn, on: false, effort: 'high' } })).toEqual({
      fields: { reasoning: { effort: 'none' }, include: encrypted },
      notApplied: [],
    })
  })

  it('[P5] says that a model which always reasons cannot be stopped', () => {
    expect(apply({}, { model: 'gpt-5' })).toEqual({
      fields: { include: encrypted },
      notApplied: [{ setting: 'reasoning.on', because: 'This model always reasons.' }],
    })
  })

  it('[P5] asks nothing about reasoning of a model that does not reason', () => {
    expect(apply({ reasoning: { ...reasoningOn, effort: 'low' } }, { model: 'gpt-4.1', reasoning: 'none' })).toEqual({
      fields: {},
      notApplied: [{ setting: 'reasoning.on', because: 'This model does not reason.' }],
    })
  })

  it('[P5] sends the nearest effort that the model takes, and no level, which is Gemini’s', () => {
    const reasoning = { ...reasoningOn, effort: 'minimal', level: 'high' } as const
    expect(apply({ reasoning })).toEqual({
      fields: { reasoning: { effort: 'low' }, include: encrypted },
      notApplied: [
        { setting: 'reasoning.level', because: 'This model takes no thinking level.' },
        {
          setting: 'reasoning.effort',
          because: 'This model takes none, low, medium, high, xhigh; low is sent instead.',
        },
      ],
    })
  })

  it('[P5] lets the web search win over minimal effort, which refuses it', () => {
    const reasoning = { ...reasoningOn, effort: 'minimal' } as const
    expect(apply({ reasoning, webSearch: true }, { model: 'gpt-5' })).toEqual({
      fields: {
        reasoning: { effort: 'low' },
        tools: [{ type: 'web_search' }],
        include: ['reasoning.encrypted_content', 'web_search_call.action.sources'],
      },
      notApplied: [
        {
          setting: 'reasoning.effort',
          because: 'Web search needs more than minimal effort; low is sent instead.',
        },
      ],
    })
  })

  it('[P5] sends temperature and top-p to a model that does not reason', () => {
    const model = { model: 'gpt-4.1', reasoning: 'none' } as const
    expect(apply({ temperature: 0, topP: 0.5 }, model)).toEqual({
      fields: { temperature: 0, top_p: 0.5 },
      notApplied: [],
    })
  })

  it.each([
    ['o3', 'This model takes no temperature.', 'This model takes no top-p.'],
    [
      'a-model-of-next-year',
      'This model takes no temperature while it reasons.',
      'This model takes no top-p while it reasons.',
    ],
  ])('[P5] does not send %s what it refuses', (model, noTemperature, noTopP) => {
    expect(apply({ temperature: 1, topP: 1, reasoning: reasoningOn }, { model })).toEqual({
      fields: { include: encrypted },
      notApplied: [
        { setting: 'temperature', because: noTemperature },
        { setting: 'topP', because: noTopP },
      ],
    })
  })

  it('[P5] does not send temperature to a model that takes none while it reasons', () => {
    expect(apply({ temperature: 1, reasoning: reasoningOn })).toEqual({
      fields: { reasoning: { effort: 'medium' }, include: encrypted },
      notApplied: [{ setting: 'temperature', because: 'This model takes no temperature while it reasons.' }],
    })
  })

  it('[P5] sends temperature where the request itself stops the reasoning', () => {
    expect(apply({ temperature: 0.2 })).toEqual({
      fields: { temperature: 0.2, reasoning: { effort: 'none' }, include: encrypted },
      notApplied: [],
    })
  })

  it('[P5] says that top-k and a begun answer are not applied', () => {
    expect(apply({ topK: 40, prefill: 'Once' }, { model: 'next-year' })).toEqual({
      fields: { include: encrypted },
      notApplied: [
        { setting: 'topK', because: 'OpenAI’s Responses API has no top-k.' },
        { setting: 'prefill', because: 'OpenAI’s Responses API does not continue an answer that was begun for it.' },
      ],
    })
  })

  it.each([
    [1536, 1536, []],
    [
      1,
      16,
      [
        {
          setting: 'outputLimit',
          because: 'The smallest limit that it takes is 16 tokens, which is sent instead.',
        },
      ],
    ],
    [
      200_000,
      128_000,
      [{ setting: 'outputLimit', because: 'This model writes at most 128000 tokens, which is sent instead.' }],
    ],
  ])('[P5] sends a limit of %i tokens as %i', (outputLimit, sent, notApplied) => {
    expect(apply({ outputLimit }, { model: 'next-year' })).toEqual({
      fields: { max_output_tokens: sent, include: encrypted },
      notApplied,
    })
  })

  it('[P4] has no web search where the server is local or the model takes no tools', () => {
    const settings = { ...defaultAnswerSettings, outputLimit: null, webSearch: true }
    const model = { ...facts, model: 'gpt-4.1', reasoning: 'none' } as const
    const local = { options: { ...defaultDefinitionOptions, local: true } }
    expect(applySettings(model, settings, local)).toEqual({
      fields: {},
      notApplied: [{ setting: 'webSearch', because: 'A local server has no web search of its own.' }],
    })
    const without = { ...model, takes: { ...model.takes, tools: false } }
    expect(applySettings(without, settings, definition)).toEqual({
      fields: {},
      notApplied: [{ setting: 'webSearch', because: 'This model takes no tools, and web search is one.' }],
    })
  })
})
