import { defaultAnswerSettings, type ModelRequest, type RequestMessage } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { findKnown } from '../facts/find-known.ts'
import { testConnection } from '../testing/test-connection.ts'
import { checkRequest } from './check-request.ts'
import { anthropicFixtures } from './fixtures.ts'
import { anthropic } from './provider.ts'
import { toRequest } from './to-request.ts'

const say = (text: string) => [{ kind: 'text' as const, text }]
const clock = { name: 'clock', description: 'Gives the time.', input: { type: 'object', properties: {} } }
const user = (messageId: `msg_${string}`, text: string, more: object = {}): RequestMessage => ({
  form: 'plain',
  messageId,
  role: 'user',
  parts: say(text),
  cacheMark: false,
  ...more,
})
const answer: RequestMessage = {
  form: 'plain',
  messageId: 'msg_2',
  role: 'assistant',
  parts: say('Yes.'),
  cacheMark: false,
}

function mapped(messages: readonly RequestMessage[], fields: Partial<ModelRequest> = {}) {
  const made = toRequest({
    request: { system: [], tools: [], messages, ...fields },
    facts: { ...anthropicFixtures.facts, model: 'claude-opus-5-5', reasoning: 'effort' },
    settings: { ...defaultAnswerSettings, reasoning: { ...defaultAnswerSettings.reasoning, on: true } },
    files: new Map(),
    connection: testConnection({ type: 'anthropic', baseUrl: 'https://api.anthropic.com' }),
  })
  expect(checkRequest(made.body)).toEqual([])
  return { ...made, turns: made.body.messages.map(({ role, content }) => [role, content.map(({ text }) => text)]) }
}

describe('what the system says in mid-chat', () => {
  it('[C21] follows the message that it belongs to, without a beta header', () => {
    const { turns, betas, origins } = mapped([
      user('msg_1', 'Hello?', { systemAfter: 'You sail.' }),
      answer,
      user('msg_3', 'And now?'),
    ])
    expect(turns).toEqual([
      ['user', ['Hello?']],
      ['system', ['You sail.']],
      ['assistant', ['Yes.']],
      ['user', ['And now?']],
    ])
    expect(origins).toEqual([['msg_1'], ['msg_1'], ['msg_2'], ['msg_3']])
    expect(betas.join()).not.toMatch(/mid-conversation|inline-tools/)
  })

  it('[C21] [H8] comes after all that the user says before an answer, in one message with the tools', () => {
    const { turns, body } = mapped([
      user('msg_1', 'Hello?'),
      answer,
      user('msg_3', 'A directory was added.', { bySystem: true }),
      user('msg_4', 'First.', { toolsAfter: [clock] }),
      user('msg_5', 'Second.', { systemAfter: 'You sail.' }),
    ])
    expect(turns.slice(2)).toEqual([
      ['user', ['First.', 'Second.']],
      ['system', ['A directory was added.', undefined, 'You sail.']],
    ])
    expect(body.messages.at(-1)?.content[1]).toMatchObject({ type: 'tool_addition' })
  })

  it('[C21] asks for another effort with it or alone, as the model takes it, and leaves that of the whole request as it was', () => {
    const messages = [
      user('msg_1', 'Hello?', { effortAfter: 'low' }),
      answer,
      user('msg_3', 'And now?', { systemAfter: 'You sail.', effortAfter: 'minimal' }),
    ]
    const { turns, body, betas } = mapped(messages, { efforts: [{ after: null, effort: 'high' }] })
    expect(body.output_config).toEqual({ effort: 'high' })
    expect(turns.filter(([role]) => role === 'system')).toEqual([
      ['system', []],
      ['system', ['You sail.']],
    ])
    expect(body.messages.map(turn => turn.output_config?.effort)).toEqual([
      undefined,
      'low',
      undefined,
      undefined,
      'low',
    ])
    expect(betas).toContain('mid-conversation-output-config-2026-07-01')
  })

  it('[C21] breaks a rule before a message of the user, and as anything but text', () => {
    const roles = ['user', 'system', 'user'] as const
    const messages = roles.map(role => ({ role, content: [{ type: 'image' }] }))
    const breaches = checkRequest({ model: 'claude', max_tokens: 1, stream: true, messages })
    expect(breaches).toContain("message 2 is the user's right after the system's")
    expect(breaches).toContain('message 1 is not text')
  })

  it.each([
    ['claude-opus-4-8', 'https://api.anthropic.com', true],
    ['claude-opus-5-5', 'https://api.anthropic.com', true],
    ['claude-sonnet-5-5-20260901', 'https://api.anthropic.com', true],
    ['claude-sonnet-5', 'https://api.anthropic.com', undefined],
    ['claude-opus-4-7', 'https://api.anthropic.com', undefined],
    ['claude-opus-5-5', 'https://proxy.example', undefined],
    ['us.anthropic.claude-opus-5-5', 'https://bedrock-runtime.us-east-1.amazonaws.com', true],
    ['us.anthropic.claude-opus-4-8-20260528-v1:0', 'https://bedrock-runtime.us-east-1.amazonaws.com', undefined],
  ])('[C21] %s at %s takes it: %s', (model, baseUrl, takes) => {
    const { definition } = testConnection({ type: 'anthropic', baseUrl })
    const facts = anthropic.factsAt?.(definition, findKnown('anthropic', model))
    expect(facts?.appendsSystem || undefined).toBe(takes)
  })
})
