import {
  answerSettings,
  type ContextSettings,
  contextSettings,
  defaultSettings,
  listSettings,
  type Settings,
  wordingSettings,
} from '@stet/history'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { COMMANDS } from './index.ts'
import { answerSettingsInput, contextSettingsInput, wordingSettingsInput } from './settings-input.ts'

const defaults = defaultSettings(contextSettings)

function refusal(schema: z.ZodMiniType, value: unknown) {
  const [issue] = z.safeParse(schema, value).error?.issues ?? []
  return issue?.code === 'custom' ? { field: issue.params?.field, message: issue.message } : null
}

it.each<[string, Partial<ContextSettings>, string]>([
  ['resultLimit', { resultLimit: 10 }, 'resultLimit must be a whole number from 200 to 10000000; it is 10'],
  ['toolMemory.afterConclusions', { toolMemory: { mode: 'forget', afterConclusions: 6 } }, 'from 0 to 5; it is 6'],
  [
    'compaction.startAt',
    { compaction: { automatic: true, startAt: 2, wait: false, model: null, length: null, facts: 1500 } },
    'from 0.01 to 1; it is 2',
  ],
  ['maxPromptTokens', { maxPromptTokens: 1 }, 'maxPromptTokens must be a whole number from 256'],
  ['reservedResponseTokens', { maxPromptTokens: 500 }, 'must be below maxPromptTokens, 500; it is 512'],
  ['minRecentMessagesToKeep', { minRecentMessagesToKeep: 7 }, 'must be at most recentMessagesToKeep, 6; it is 7'],
])('[C9] [C17] refuses an invalid %s by its name and what it may be', (field, changes, words) => {
  expect(refusal(contextSettingsInput, { ...defaults, ...changes })).toEqual({
    field,
    message: expect.stringContaining(words),
  })
})

it('[FH-1] names everything that is wrong at once', () => {
  const answer = { ...defaultSettings(answerSettings), temperature: 3, topP: 2 }
  expect(refusal(answerSettingsInput, answer)).toEqual({
    field: 'temperature',
    message: 'temperature must be a number from 0 to 2; it is 3. topP must be a number from 0 to 1; it is 2',
  })
})

it('[FH-6] gives settings one hash, however they are written down', () => {
  const { cache, ...rest } = defaults
  const hashes = [defaults, { cache, ...rest }].map(context =>
    COMMANDS.changeContext.hashed({ chatId: 'chat_a', context: z.parse(contextSettingsInput, context) }),
  )
  expect(hashes[0]).toEqual(hashes[1])
})

it.each([
  ['context', contextSettings, contextSettingsInput],
  ['answer', answerSettings, answerSettingsInput],
  ['wording', wordingSettings, wordingSettingsInput],
])('[S7] takes %s settings of a version that lacked one, and adds none', (_, declared, schema) => {
  for (const { path } of listSettings(declared)) {
    const older: Record<string, unknown> = structuredClone(defaultSettings<Settings>(declared))
    const [name = '', inner] = path.split('.')
    if (inner === undefined) delete older[name]
    else Reflect.deleteProperty(Object(older[name]), inner)
    expect(z.parse(schema, older)).toEqual(older)
  }
})
