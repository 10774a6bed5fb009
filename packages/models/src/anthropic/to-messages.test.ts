import type { Json, NativeCall, RequestMessage } from '@stet/history'
import { defaultAnswerSettings } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { testConnection } from '../testing/test-connection.ts'
import { checkRequest } from './check-request.ts'
import { anthropicFixtures } from './fixtures.ts'
import { toRequest } from './to-request.ts'

const { facts } = anthropicFixtures
const declared = [{ name: 'clock', description: 'Tells the time.', input: { type: 'object', properties: {} } }]

function asked(text: string): RequestMessage {
  return { form: 'plain', messageId: 'msg_u', role: 'user', parts: [{ kind: 'text', text }], cacheMark: false }
}

function native(content: Json, calls: readonly NativeCall[] = []): RequestMessage {
  const written = { protocol: 'anthropic', content }
  return { form: 'native', messageId: 'msg_n', role: 'assistant', native: written, calls, cacheMark: false }
}

const result: RequestMessage = {
  form: 'plain',
  messageId: 'msg_r',
  role: 'tool-results',
  parts: [
    {
      kind: 'tool-result',
      callId: 'call_1',
      tool: 'clock',
      outcome: 'done',
      content: [{ kind: 'text', text: 'noon' }],
    },
  ],
  cacheMark: false,
}

function map(messages: readonly RequestMessage[]) {
  const { body, notes } = toRequest({
    request: { system: [], tools: declared, messages },
    facts,
    settings: defaultAnswerSettings,
    files: new Map(),
    connection: testConnection({ type: 'anthropic', baseUrl: '' }),
  })
  return { body, notes, breaches: checkRequest(body) }
}

describe('calls of the provider’s own tools', () => {
  it('[C7] a call of the provider’s own that waits beside a call of ours stays, and so does its result in the next answer', () => {
    const search = { type: 'server_tool_use', id: 'srv_1', name: 'tool_search', input: {} }
    const use = { type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} }
    const found = { type: 'tool_search_tool_result', tool_use_id: 'srv_1', content: [] }
    const said = { type: 'text', text: 'Found it.' }
    const calls = [{ callId: 'call_1' as const, providerCallId: 'toolu_1' }]
    const first = native([search, use], calls)
    const second = map([asked('?'), first, result])
    const third = map([asked('?'), first, result, native([found, said]), asked('And?')])
    expect({
      second: second.body.messages[1]?.content,
      third: [third.body.messages[1]?.content, third.body.messages[3]?.content],
      breaches: [second.breaches, third.breaches],
      notes: [second.notes, third.notes],
    }).toEqual({
      second: [search, use],
      third: [
        [search, use],
        [found, said],
      ],
      breaches: [[], []],
      notes: [[], []],
    })
  })

  it('[C7] a result of the provider’s own without its call is left out', () => {
    const found = { type: 'web_search_tool_result', tool_use_id: 'srv_9', content: [] }
    const said = { type: 'text', text: 'Found it.' }
    const { body, notes, breaches } = map([asked('?'), native([found, said]), asked('And?')])
    expect({ content: body.messages[1]?.content, notes, breaches }).toEqual({
      content: [said],
      notes: ["1 results of the provider's own tools were left out: their calls are gone"],
      breaches: [],
    })
  })
})
