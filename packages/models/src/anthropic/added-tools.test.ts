import { defaultAnswerSettings, type RequestMessage } from '@stet/history'
import { expect, it } from 'vitest'
import { testConnection } from '../testing/test-connection.ts'
import { checkRequest } from './check-request.ts'
import { anthropicFixtures } from './fixtures.ts'
import { toRequest } from './to-request.ts'

const clock = { name: 'clock', description: 'Gives the time.', input: { type: 'object', properties: {} } }
const odd = { ...clock, name: 'an odd name' }
const [first, answer, second] = ['Hello?', 'Hello.', 'And now?'].map(text => [{ kind: 'text' as const, text }])

const messages: readonly RequestMessage[] = [
  { form: 'plain', messageId: 'msg_1', role: 'user', parts: first ?? [], cacheMark: false },
  { form: 'plain', messageId: 'msg_2', role: 'assistant', parts: answer ?? [], cacheMark: false },
  { form: 'plain', messageId: 'msg_3', role: 'user', parts: second ?? [], toolsAfter: [odd], cacheMark: true },
]

it.each([[[clock]], [[]]])(
  '[C21] a tool that was added in mid-chat is declared after its message, in one of its own: beside %j',
  tools => {
    const { body, betas, origins } = toRequest({
      request: { system: [], tools, messages },
      facts: anthropicFixtures.facts,
      settings: defaultAnswerSettings,
      files: new Map(),
      connection: testConnection({ type: 'anthropic', baseUrl: 'https://api.anthropic.com' }),
    })
    expect(checkRequest(body)).toEqual([])
    expect(body.tools ?? []).toHaveLength(tools.length)
    const definition = {
      name: expect.stringMatching(/^an_odd_name_/),
      description: 'Gives the time.',
      input_schema: { type: 'object', properties: {} },
    }
    expect(body.messages.at(-1)).toEqual({
      role: 'system',
      content: [{ type: 'tool_addition', tool: { type: 'tool_definition', definition } }],
    })
    expect(betas).toEqual(
      expect.arrayContaining(['mid-conversation-tool-changes-2026-07-01', 'inline-tools-2026-09-15']),
    )
    expect(origins).toEqual([['msg_1'], ['msg_2'], ['msg_3'], ['msg_3']])
  },
)

it('[C21] a tool that was removed in mid-chat stays declared, and is withdrawn after its message', () => {
  const removing = messages.map(message =>
    message.messageId === 'msg_3' && message.role === 'user' ? { ...message, toolsRemoved: ['clock'] } : message,
  )
  const { body } = toRequest({
    request: { system: [], tools: [clock], messages: removing },
    facts: anthropicFixtures.facts,
    settings: defaultAnswerSettings,
    files: new Map(),
    connection: testConnection({ type: 'anthropic', baseUrl: 'https://api.anthropic.com' }),
  })
  expect(checkRequest(body)).toEqual([])
  expect(body.tools).toMatchObject([{ name: 'clock' }])
  expect(body.messages.at(-1)).toMatchObject({
    role: 'system',
    content: [{ type: 'tool_addition' }, { type: 'tool_removal', tool: { type: 'tool_reference', name: 'clock' } }],
  })
})

it.each([true, false])('[C21] web search that was switched to %s in mid-chat follows its message', isOffered => {
  const changing = messages.map(message =>
    message.messageId === 'msg_3' && message.role === 'user'
      ? { ...message, toolsAfter: [], webSearchAfter: isOffered }
      : message,
  )
  const { body, betas } = toRequest({
    request: { system: [], tools: [clock], messages: changing, ...(!isOffered && { webSearch: true }) },
    facts: anthropicFixtures.facts,
    settings: { ...defaultAnswerSettings, webSearch: isOffered },
    files: new Map(),
    connection: testConnection({ type: 'anthropic', baseUrl: 'https://api.anthropic.com' }),
  })
  expect(checkRequest(body)).toEqual([])
  const search = { type: 'web_search_20250305', name: 'web_search' }
  expect((body.tools ?? []).slice(1)).toEqual(isOffered ? [] : [search])
  expect(body.messages.at(-1)).toEqual({
    role: 'system',
    content: [
      isOffered
        ? { type: 'tool_addition', tool: { type: 'tool_definition', definition: search } }
        : { type: 'tool_removal', tool: { type: 'tool_reference', name: 'web_search' } },
    ],
  })
  expect(betas).toEqual(expect.arrayContaining(['mid-conversation-tool-changes-2026-07-01', 'inline-tools-2026-09-15']))
})

it('[C21] a message of the system after an answer, or before one of the user, breaks a rule', () => {
  const roles = ['user', 'assistant', 'system'] as const
  const turns = roles.map(role => ({ role, content: [{ type: 'text', text: 'Hello.' }] }))
  expect(checkRequest({ model: 'claude', max_tokens: 1, stream: true, messages: turns })).toContain(
    "message 2 is the system's after an answer",
  )
})
