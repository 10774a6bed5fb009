import { defaultAnswerSettings, type ModelFacts, type RequestMessage } from '@stet/history'
import { describe, expect, it } from 'vitest'
import type { Message } from '../claude/blocks.ts'
import { findKnown } from '../facts/find-known.ts'
import { checkRequest } from './check-request.ts'
import { fromException } from './errors.ts'
import { bedrock } from './provider.ts'
import { toRequest } from './to-request.ts'

const facts: ModelFacts = {
  definition: 'definition_1',
  protocol: 'bedrock',
  model: 'us.anthropic.claude-opus-5-20260401-v1:0',
  name: 'Claude Opus 5',
  contextWindow: null,
  outputLimit: null,
  takes: { images: true, files: true, tools: true },
  reasoning: 'effort',
  caching: 'marks',
}
const clock = { name: 'clock', description: 'Gives the time.', input: { type: 'object' } }

function say(role: 'user' | 'assistant', messageId: `msg_${string}`, text: string, more: object = {}): RequestMessage {
  return { form: 'plain', messageId, role, parts: [{ kind: 'text', text }], cacheMark: false, ...more }
}

function messagesOf(...messages: readonly RequestMessage[]) {
  const { body } = toRequest({
    request: { system: [{ text: 'You build.', cacheMark: false }], tools: [clock], messages },
    facts,
    settings: { ...defaultAnswerSettings, outputLimit: null },
    files: new Map(),
  })
  expect(checkRequest(body)).toEqual([])
  expect(body.toolConfig?.tools).toHaveLength(1)
  return body.messages
}

const hello: Message = { role: 'user', content: [{ text: 'Hello?' }] }
const yes: Message = { role: 'assistant', content: [{ text: 'Yes.' }] }
const now: Message = { role: 'user', content: [{ text: 'And now?' }] }
const removal = { toolRemoval: { tool: { name: 'clock' } } }

describe('what changes in mid-chat over Converse', () => {
  it('[C21] a tool that is offered no longer is withdrawn after its message, with a changed prompt', () => {
    const changes = { systemAfter: 'You sail.', toolsRemoved: ['clock'] }
    expect(
      messagesOf(
        say('user', 'msg_1', 'Hello?', changes),
        say('assistant', 'msg_2', 'Yes.'),
        say('user', 'msg_3', 'And now?'),
      ),
    ).toEqual([hello, { role: 'system', content: [removal, { text: 'You sail.' }] }, yes, now])
  })

  it('[C21] [H8] a changed directory is said by the system before the answer, after all that the user says', () => {
    expect(
      messagesOf(
        say('user', 'msg_1', 'Hello?'),
        say('assistant', 'msg_2', 'Yes.'),
        say('user', 'msg_3', 'Directories.', { bySystem: true }),
        say('user', 'msg_4', 'And now?', { toolsRemoved: ['clock'] }),
      ),
    ).toEqual([hello, yes, now, { role: 'system', content: [{ text: 'Directories.' }, removal] }])
  })

  it.each<[string, readonly Message[]]>([
    ['after an answer', [hello, yes, { role: 'system', content: [{ text: 'Sail.' }] }]],
    ['before the user', [hello, { role: 'system', content: [{ text: 'Sail.' }] }, now]],
    ['as anything but text', [hello, { role: 'system', content: [{ image: {} }] }]],
  ])('[C21] the system breaks a rule %s', (_where, messages) => {
    expect(checkRequest({ messages })).toHaveLength(1)
  })

  it.each([
    ['us.anthropic.claude-opus-5-20260401-v1:0', { appendsSystem: true, withdrawsTools: true }],
    ['anthropic.claude-opus-4-8-v1:0', { appendsSystem: true, withdrawsTools: true }],
    ['anthropic.claude-sonnet-4-20250514-v1:0', {}],
    ['amazon.nova-pro-v1:0', {}],
  ])('[C21] %s takes %j', (model, takes) => {
    const { cacheLife: _, ...found } =
      bedrock.factsAt?.({ baseUrl: 'us-east-1', name: 'B' }, findKnown('bedrock', model)) ?? {}
    expect(found).toEqual(takes)
  })

  it.each([
    "1 validation error detected: Value 'system' at 'messages.2.member.role' failed to satisfy constraint",
    'The model returned the following errors: toolRemoval is not supported by this model',
  ])('[C21] [R8] a refusal is answered with all of it in front: %s', message => {
    expect(fromException('validationException', message).kind).toBe('replay-refused')
  })
})
