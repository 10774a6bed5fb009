import { defaultAnswerSettings, listSettings, type ModelRequest } from '@stet/history'
import { expect, it } from 'vitest'
import { defaultDefinitionOptions, definitionOptions } from '../definition.ts'
import { testConnection } from '../testing/test-connection.ts'
import { chatFixtures } from './fixtures.ts'
import { toRequest } from './to-request.ts'

/** A request that every option has an effect on. */
const request: ModelRequest = {
  system: [],
  messages: [
    {
      form: 'native',
      messageId: 'msg_answer',
      role: 'assistant',
      native: {
        protocol: 'openai-chat',
        content: { role: 'assistant', content: 'Noon.', reasoning_content: 'I look.' },
      },
      calls: [],
      cacheMark: false,
    },
    {
      form: 'plain',
      messageId: 'msg_user',
      role: 'user',
      parts: [{ kind: 'text', text: 'And now?' }],
      cacheMark: false,
    },
  ],
  tools: [{ name: 'clock', description: 'Tells the time.', input: { type: 'object' } }],
}

function bodyWith(options: object) {
  const { reasoning } = defaultAnswerSettings
  return toRequest({
    request,
    facts: { ...chatFixtures.facts, model: 'some-model', reasoning: 'effort' },
    settings: {
      ...defaultAnswerSettings,
      outputLimit: 1000,
      topK: 5,
      prefill: 'It is',
      webSearch: true,
      streaming: true,
      reasoning: { ...reasoning, on: true, effort: 'high' },
    },
    files: new Map(),
    connection: testConnection({
      type: 'openai-chat',
      baseUrl: 'http://127.0.0.1',
      definition: { options: { ...defaultDefinitionOptions, ...options } },
    }),
  }).body
}

const changes = listSettings(definitionOptions).flatMap(({ path, setting }): readonly [string, boolean | string][] => {
  if (setting.appliesTo?.includes('openai-chat') !== true) return []
  if (setting.kind === 'switch') return [[path, !setting.default]]
  if (setting.kind !== 'choice') throw new Error(`another value of ${path} has to be chosen here`)
  return setting.choices.filter(({ value }) => value !== setting.default).map(({ value }) => [path, value])
})

it.each(changes)('[P1] the option %s has an effect as %s', (name, value) => {
  expect(bodyWith({ [name]: value })).not.toEqual(bodyWith({}))
})
