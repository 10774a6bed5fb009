import { describe, expect, it } from 'vitest'
import { type AnswerSettings, answerSettings, defaultAnswerSettings } from './answer-settings.ts'
import { parseSettings } from './parse-settings.ts'

function errorsOf(fields: Record<string, unknown>) {
  const parsed = parseSettings(answerSettings, { ...defaultAnswerSettings, ...fields })
  return parsed.kind === 'invalid' ? parsed.errors : []
}

const { reasoning } = defaultAnswerSettings

describe('answer settings', () => {
  it('[W1] [P5] reads its own defaults, and every other valid choice, unchanged', () => {
    const settings: AnswerSettings = {
      temperature: 2,
      topP: 0,
      topK: 40,
      outputLimit: null,
      reasoning: { on: true, budgetTokens: 0, effort: 'xhigh', summary: 'concise', level: 'minimal' },
      webSearch: true,
      webFetch: true,
      streaming: false,
      prefill: 'Dear \ud800',
    }
    for (const each of [defaultAnswerSettings, settings]) {
      expect(parseSettings(answerSettings, each)).toEqual({ kind: 'parsed', settings: each })
    }
  })

  it.each([
    [{ temperature: 2.1 }, 'temperature', 'temperature must be a number from 0 to 2; it is 2.1'],
    [{ temperature: Number.NaN }, 'temperature', 'temperature must be a number from 0 to 2; it is NaN'],
    [{ topP: '1' }, 'topP', 'topP must be a number from 0 to 1; it is "1"'],
    [{ topK: 1.5 }, 'topK', 'topK must be a whole number from 1 to 100000; it is 1.5'],
    [{ outputLimit: 0 }, 'outputLimit', 'outputLimit must be a whole number from 1 to 10000000; it is 0'],
    [{ outputLimit: undefined }, 'outputLimit', 'outputLimit must be a whole number from 1 to 10000000; it is missing'],
    [{ webSearch: 1 }, 'webSearch', 'webSearch must be true or false; it is 1'],
    [{ prefill: null }, 'prefill', 'prefill must be a text of at most 10000 characters; it is null'],
    [{ reasoning: [] }, 'reasoning', 'reasoning must be an object; it is a list'],
    [
      { reasoning: { ...reasoning, budgetTokens: null } },
      'reasoning.budgetTokens',
      'reasoning.budgetTokens must be a whole number from 0 to 10000000; it is null',
    ],
    [
      { reasoning: { ...reasoning, effort: 'most' } },
      'reasoning.effort',
      'reasoning.effort must be null or one of none, minimal, low, medium, high, xhigh, max; it is "most"',
    ],
    [{ reasoning: { ...reasoning, extra: 1 } }, 'reasoning.extra', 'reasoning.extra is not a setting'],
    [{ extra: 1 }, 'extra', 'extra is not a setting'],
  ])('[P5] [FH-1] refuses %j by name, what it may be and what it was', (fields, setting, message) => {
    expect(errorsOf(fields)).toEqual([{ setting, message }])
  })

  it('[FH-1] names the first of many fields that are no settings, and not all of a long name', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, at]))
    expect(errorsOf(many)).toEqual([{ setting: 'k0', message: 'k0, nor 299 more, is not a setting' }])
    const [error] = errorsOf({ ['k'.repeat(5000)]: 1 })
    expect(error?.message).toBe(`${'k'.repeat(100)}… is not a setting`)
  })

  it('[FH-1] refuses what is no object, and names everything that is wrong at once', () => {
    for (const value of [null, [], 'text', 1]) {
      expect(parseSettings(answerSettings, value)).toEqual({
        kind: 'invalid',
        errors: [{ setting: '', message: 'the settings must be an object' }],
      })
    }
    const parsed = parseSettings(answerSettings, {})
    expect(parsed.kind === 'invalid' && parsed.errors.map(({ setting }) => setting)).toEqual([
      'temperature',
      'topP',
      'topK',
      'outputLimit',
      'reasoning',
      'webSearch',
      'webFetch',
      'streaming',
      'prefill',
    ])
  })
})
