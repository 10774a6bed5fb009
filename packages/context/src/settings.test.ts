import { describe, expect, it } from 'vitest'
import { defaultContextSettings, parseContextSettings } from './settings.ts'

const defaults = defaultContextSettings({ caching: 'none' })

function errorsOf(fields: Record<string, unknown>) {
  const parsed = parseContextSettings({ ...defaults, ...fields })
  return parsed.kind === 'invalid' ? parsed.errors.map(({ message }) => message) : []
}

describe('context settings', () => {
  it('[C14] a new chat starts with cached where the provider needs marks, and all off elsewhere', () => {
    expect(defaultContextSettings({ caching: 'marks' }).cache).toBe('cached')
    expect(defaultContextSettings({ caching: 'automatic' }).cache).toBe('all-off')
    expect(defaultContextSettings({ caching: 'none' }).cache).toBe('all-off')
  })

  it('[C3] [C4] [C5] [C6] [C9] [C12] has these defaults', () => {
    expect(defaults).toMatchObject({
      toolMemory: { mode: 'always' },
      previousCycles: 'keep',
      resultLimit: 30_000,
      stepResultLimit: 100_000,
      reasoning: 'model',
      maxPromptTokens: null,
      reservedResponseTokens: 512,
      recentMessagesToKeep: 6,
      minRecentMessagesToKeep: 2,
      compaction: { automatic: true, startAt: 1, wait: false, model: null, length: null, facts: 1500 },
      cache: 'all-off',
    })
  })

  it('[C9] reads its own defaults, and every other valid choice, unchanged', () => {
    const settings = {
      ...defaults,
      toolMemory: { mode: 'forget', afterConclusions: 5 },
      previousCycles: 'strip',
      resultLimit: 200,
      stepResultLimit: 10_000_000,
      reasoning: { lastCycles: 3 },
      maxPromptTokens: 8000,
      reservedResponseTokens: 7999,
      recentMessagesToKeep: 2,
      minRecentMessagesToKeep: 2,
      compaction: {
        automatic: false,
        startAt: 0.5,
        wait: true,
        model: { definition: 'demo', model: 'small' },
        length: null,
        facts: 1500,
      },
      cache: 'system',
    }
    expect(parseContextSettings(defaults)).toEqual({ kind: 'parsed', settings: defaults })
    expect(parseContextSettings(settings)).toEqual({ kind: 'parsed', settings })
  })

  it.each([
    [
      { toolMemory: { mode: 'forget', afterConclusions: 6 } },
      'toolMemory.afterConclusions must be a whole number from 0 to 5; it is 6',
    ],
    [
      { toolMemory: { mode: 'forget' } },
      'toolMemory.afterConclusions must be a whole number from 0 to 5; it is missing',
    ],
    [{ toolMemory: 'never' }, 'toolMemory.mode must be one of always, forget, when-cheaper; it is missing'],
    [{ toolMemory: { mode: 'always', afterConclusions: 1 } }, 'toolMemory.afterConclusions is not a setting'],
    [{ previousCycles: 'drop' }, 'previousCycles must be one of keep, strip; it is "drop"'],
    [{ resultLimit: 199 }, 'resultLimit must be a whole number from 200 to 10000000; it is 199'],
    [{ stepResultLimit: 1e9 }, 'stepResultLimit must be a whole number from 200 to 10000000; it is 1000000000'],
    [{ reasoning: { lastCycles: 0 } }, 'reasoning.lastCycles must be a whole number from 1 to 100; it is 0'],
    [{ reasoning: 'some' }, 'reasoning must be one of model, all, none; it is "some"'],
    [{ maxPromptTokens: '8000' }, 'maxPromptTokens must be a whole number from 256 to 100000000; it is "8000"'],
    [
      { maxPromptTokens: 8000, reservedResponseTokens: 8000 },
      'reservedResponseTokens must be below maxPromptTokens, 8000; it is 8000',
    ],
    [
      { reservedResponseTokens: Number.NaN },
      'reservedResponseTokens must be a whole number from 0 to 10000000; it is NaN',
    ],
    [{ minRecentMessagesToKeep: 7 }, 'minRecentMessagesToKeep must be at most recentMessagesToKeep, 6; it is 7'],
    [{ recentMessagesToKeep: 1.5 }, 'recentMessagesToKeep must be a whole number from 1 to 1000; it is 1.5'],
    [
      { compaction: { automatic: 1, startAt: 1, wait: false, model: null, length: null, facts: 1500 } },
      'compaction.automatic must be true or false; it is 1',
    ],
    [
      { compaction: { automatic: true, startAt: 0, wait: false, model: null, length: null, facts: 1500 } },
      'compaction.startAt must be a number from 0.01 to 1; it is 0',
    ],
    [
      { compaction: { automatic: true, startAt: 1, wait: false, model: 'gpt', length: null, facts: 1500 } },
      'compaction.model must be null or name a definition and a model; it is "gpt"',
    ],
    [{ compaction: [] }, 'compaction must be an object; it is a list'],
    [{ cache: undefined }, 'cache must be one of all-off, system, cached; it is missing'],
    [{ surprise: 1 }, 'surprise is not a setting'],
  ])('[C9] refuses %j by its name and range', (fields, message) => {
    expect(errorsOf(fields)).toEqual([message])
  })

  it('[C9] names everything that is wrong at once', () => {
    expect(errorsOf({ cache: 'on', resultLimit: -1 })).toHaveLength(2)
  })

  it.each([null, [], 'settings', 7])('[C9] refuses %j', value => {
    expect(parseContextSettings(value)).toEqual({
      kind: 'invalid',
      errors: [{ setting: '', message: 'the settings must be an object' }],
    })
  })
})
