import { type ContextSettings, defaultContextSettings } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { sameForm } from './same-form.ts'
import { readForm, toForm } from './settings-form.ts'

const settings = defaultContextSettings({ caching: 'none' })

const others: readonly Partial<ContextSettings>[] = [
  {},
  { toolMemory: { mode: 'forget', afterConclusions: 0 } },
  { toolMemory: { mode: 'forget', afterConclusions: 3 }, previousCycles: 'strip' },
  { reasoning: { lastCycles: 4 }, cache: 'cached' },
  { maxPromptTokens: 8192, compaction: { automatic: false, startAt: 0.07, model: null } },
]

describe('readForm', () => {
  it.each(others)('[C17] reads back what the fields were filled with: %j', part => {
    const given = { ...settings, ...part }
    expect(readForm(toForm(given))).toEqual({ kind: 'valid', settings: given })
  })

  it('[C5] refuses a value by its name and range', () => {
    expect(readForm({ ...toForm(settings), resultLimit: '5' })).toEqual({
      kind: 'invalid',
      errors: new Map([['resultLimit', 'Result limit must be a whole number from 200 to 10,000,000.']]),
    })
  })

  it('[C9] refuses what contradicts another setting, in the words of both', () => {
    const form = { ...toForm(settings), maxPromptTokens: '1024', reservedResponseTokens: '2048' }
    expect(readForm(form)).toEqual({
      kind: 'invalid',
      errors: new Map([['reservedResponseTokens', 'Reserved for the answer must be below Largest request, 1,024.']]),
    })
  })

  it.each(['', 'many', '1e9', '0x10', '1.5'])('[C9] takes %j for no number of messages', recentMessagesToKeep => {
    expect(readForm({ ...toForm(settings), recentMessagesToKeep })).toMatchObject({
      kind: 'invalid',
      errors: new Map([
        [
          'recentMessagesToKeep',
          expect.stringMatching(/^Recent messages to keep must be a whole number from 1 to 1,000/u),
        ],
      ]),
    })
  })

  it('[C12] speaks of the share as it is typed', () => {
    expect(readForm({ ...toForm(settings), startAt: '0' })).toEqual({
      kind: 'invalid',
      errors: new Map([['compaction.startAt', 'Start compaction at must be from 1% to 100%.']]),
    })
  })
})

describe('sameForm', () => {
  it('knows settings that were changed and changed back', () => {
    const form = toForm(settings)
    expect([
      sameForm({ ...form, afterConclusions: '4' }, form, readForm),
      sameForm({ ...form, resultLimit: ' 30000 ' }, form, readForm),
      sameForm({ ...form, resultLimit: '30001' }, form, readForm),
      sameForm({ ...form, resultLimit: '' }, form, readForm),
    ]).toEqual([true, true, false, false])
  })
})
