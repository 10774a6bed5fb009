import { defaultAnswerSettings, type ModelFacts, type RequestMessage } from '@stet/history'
import type { EasyInputMessage } from 'openai/resources/responses/responses'
import { describe, expect, it } from 'vitest'
import { findKnown } from '../facts/find-known.ts'
import { checkRequest as checkChat } from '../openai-chat/check-request.ts'
import { chatFixtures } from '../openai-chat/fixtures.ts'
import { openaiChat } from '../openai-chat/provider.ts'
import { toRequest as toChatRequest } from '../openai-chat/to-request.ts'
import { testConnection } from '../testing/test-connection.ts'
import { checkRequest } from './check-request.ts'
import { fixtures } from './fixtures.ts'
import { openAiResponses } from './provider.ts'
import { toRequest } from './to-request.ts'

const say = (text: string) => [{ kind: 'text' as const, text }]
const messages: readonly RequestMessage[] = [
  { form: 'plain', messageId: 'msg_1', role: 'user', parts: say('Hello?'), systemAfter: 'You sail.', cacheMark: false },
  { form: 'plain', messageId: 'msg_2', role: 'assistant', parts: say('Yes.'), cacheMark: false },
  { form: 'plain', messageId: 'msg_3', role: 'user', parts: say('Directories.'), bySystem: true, cacheMark: false },
  { form: 'plain', messageId: 'msg_4', role: 'user', parts: say('And now?'), cacheMark: false },
]
const request = { system: [{ text: 'You build.', cacheMark: false }], tools: [], messages }
const input = (facts: ModelFacts, type: 'openai-chat' | 'openai-responses') => ({
  request,
  facts,
  settings: defaultAnswerSettings,
  files: new Map(),
  connection: testConnection({ type, baseUrl: 'https://api.openai.com/v1' }),
})

/** The role as the official SDK has it. */
const DEVELOPER: EasyInputMessage['role'] = 'developer'

describe('what the system says in mid-chat, to OpenAI', () => {
  it('[C21] [H8] is a developer message where it was said, over the Responses API', () => {
    const { body } = toRequest(input(fixtures.facts, 'openai-responses'))
    expect(checkRequest(body)).toEqual([])
    expect(body.instructions).toBe('You build.')
    expect(body.input).toEqual([
      { role: 'user', content: [{ type: 'input_text', text: 'Hello?' }] },
      { role: DEVELOPER, content: [{ type: 'input_text', text: 'You sail.' }] },
      { role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] },
      { role: DEVELOPER, content: [{ type: 'input_text', text: 'Directories.' }] },
      { role: 'user', content: [{ type: 'input_text', text: 'And now?' }] },
    ])
  })

  it('[C21] [H8] is a developer message over Chat Completions', () => {
    const { body } = toChatRequest(input(chatFixtures.facts, 'openai-chat'))
    expect(checkChat(body)).toEqual([])
    expect(body.messages).toEqual([
      { role: 'system', content: 'You build.' },
      { role: 'user', content: 'Hello?' },
      { role: DEVELOPER, content: 'You sail.' },
      { role: 'assistant', content: 'Yes.' },
      { role: DEVELOPER, content: 'Directories.' },
      { role: 'user', content: 'And now?' },
    ])
  })

  it.each([
    ['gpt-5.6', 'https://api.openai.com', true],
    ['gpt-4o', 'https://api.openai.com', true],
    ['o3-mini', 'https://api.openai.com', true],
    ['o1-mini', 'https://api.openai.com', undefined],
    ['gpt-3.5-turbo', 'https://api.openai.com', undefined],
    ['gpt-5.6', 'https://router.example/v1', undefined],
  ])('[C21] %s at %s takes it: %s', (model, baseUrl, takes) => {
    for (const provider of [openaiChat, openAiResponses]) {
      const { definition } = testConnection({ type: provider.type, baseUrl })
      const facts = provider.factsAt?.(definition, findKnown(provider.type, model))
      expect(facts?.appendsSystem || undefined).toBe(takes)
    }
  })
})
