import { type AnswerSettings, defaultAnswerSettings } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { readAnswerForm, toAnswerForm } from './answer-form.ts'

describe('how a chat is answered, in the fields', () => {
  it('[W1] goes in and comes out the same', () => {
    const set: AnswerSettings = {
      temperature: 0.7,
      topP: 0.9,
      topK: 40,
      outputLimit: null,
      reasoning: { on: true, budgetTokens: 2048, effort: 'xhigh', summary: 'concise', level: 'low' },
      webSearch: true,
      streaming: false,
      prefill: 'Well,',
    }
    for (const settings of [defaultAnswerSettings, set]) {
      expect(readAnswerForm(toAnswerForm(settings))).toEqual({ kind: 'valid', settings })
    }
  })

  it('[P5] is refused by the name of the setting, in words', () => {
    const form = { ...toAnswerForm(defaultAnswerSettings), temperature: '3', topK: 'many', budgetTokens: '' }
    expect(readAnswerForm(form)).toEqual({
      kind: 'invalid',
      errors: new Map([
        ['temperature', 'Temperature must be a number from 0 to 2.'],
        ['topK', 'Top-k must be a whole number from 1 to 100,000.'],
        ['reasoning.budgetTokens', 'Budget must be a whole number from 0 to 10,000,000.'],
      ]),
    })
  })
})
