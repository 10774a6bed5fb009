import {
  defaultAnswerSettings,
  type FilePart,
  type Json,
  type ModelFacts,
  type ModelRequest,
  type RequestMessage,
  type ToolResultPart,
} from '@stet/history'
import { describe, expect, it } from 'vitest'
import { GO_ON } from '../mapping/words.ts'
import type { RequestInput } from '../provider.ts'
import { jsonField } from '../transport/json-field.ts'
import { partsOf } from './to-messages.ts'
import { toRequest } from './to-request.ts'

const facts: ModelFacts = {
  definition: 'definition_1',
  protocol: 'gemini',
  model: 'gemini-3-flash-preview',
  name: 'Gemini 3 Flash',
  contextWindow: null,
  outputLimit: null,
  takes: { images: true, files: true, tools: true },
  reasoning: 'none',
  caching: 'automatic',
}
const settings = { ...defaultAnswerSettings, outputLimit: null }
const clock = { name: 'clock', description: 'Tells the time.', input: { type: 'object' } }

function user(text: string): RequestMessage {
  return { form: 'plain', messageId: 'msg_u', role: 'user', parts: [{ kind: 'text', text }], cacheMark: true }
}

function result(callId: ToolResultPart['callId'], content: ToolResultPart['content'], tool = 'clock'): ToolResultPart {
  return { kind: 'tool-result', callId, tool, outcome: 'done', content }
}

function map(request: Partial<ModelRequest>, more: Partial<RequestInput> = {}) {
  const { toolNames: _names, ...mapped } = toRequest({
    request: { system: [], messages: [], tools: [], ...request },
    facts,
    settings,
    files: new Map(),
    ...more,
  })
  return mapped
}

describe('toRequest', () => {
  it('puts system blocks, messages and tools into their places, and marks nothing for the cache', () => {
    const system = [
      { text: 'Be brief.', cacheMark: true },
      { text: ' ', cacheMark: false },
    ]
    expect(map({ system, messages: [user('Hello')], tools: [clock] })).toEqual({
      body: {
        contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
        tools: [
          {
            functionDeclarations: [
              {
                name: 'clock',
                description: 'Tells the time.',
                parametersJsonSchema: { type: 'object', properties: {} },
              },
            ],
          },
        ],
      },
      notApplied: [],
      notes: [],
    })
  })

  it('[C7] replays native content as it is, and answers its calls by their ids, or in their order', () => {
    const content = {
      parts: [
        { functionCall: { name: 'clock', args: {} }, thoughtSignature: 'c2ln', unheardOf: 1 },
        { functionCall: { name: 'clock', args: { zone: 'UTC' }, id: 'given' } },
      ],
      role: 'model',
    }
    const messages: RequestMessage[] = [
      user('When?'),
      {
        form: 'native',
        messageId: 'msg_a',
        role: 'assistant',
        native: { protocol: 'gemini', content },
        calls: [
          { callId: 'call_1', providerCallId: null },
          { callId: 'call_2', providerCallId: 'given' },
        ],
        cacheMark: false,
      },
      {
        form: 'plain',
        messageId: 'msg_r',
        role: 'tool-results',
        parts: [result('call_2', [{ kind: 'text', text: 'noon' }])],
        cacheMark: false,
      },
      {
        form: 'plain',
        messageId: 'msg_s',
        role: 'tool-results',
        parts: [{ ...result('call_1', [{ kind: 'text', text: 'no clock' }]), outcome: 'failed' }],
        cacheMark: false,
      },
    ]
    const { body } = map({ messages })
    expect(body.contents[1]).toBe(content)
    expect(body.contents[2]).toEqual({
      role: 'user',
      parts: [
        { functionResponse: { name: 'clock', response: { error: 'no clock' } } },
        { functionResponse: { id: 'given', name: 'clock', response: { output: 'noon' } } },
      ],
    })
  })

  it('[FP-12] names a plain call, and its result with it, as Gemini takes it', () => {
    const tools = ['', '2 clocks', 'clock.utc:1']
    const messages: RequestMessage[] = [
      user('When?'),
      {
        form: 'plain',
        messageId: 'msg_a',
        role: 'assistant',
        parts: tools.map((tool, at) => ({
          kind: 'tool-call',
          callId: `call_${at}`,
          tool,
          input: '{}',
          providerCallId: null,
        })),
        cacheMark: false,
      },
      {
        form: 'plain',
        messageId: 'msg_r',
        role: 'tool-results',
        parts: tools.map((tool, at) => result(`call_${at}`, [], tool)),
        cacheMark: false,
      },
    ]
    const [, calls, results] = map({ messages }).body.contents
    const named = (field: string) => (part: Json) => jsonField(jsonField(part, field), 'name')
    const names = ['unnamed', '_2_clocks', 'clock.utc:1']
    expect([
      partsOf(calls ?? null).map(named('functionCall')),
      partsOf(results ?? null).map(named('functionResponse')),
    ]).toEqual([names, names])
  })

  it('[FP-10] [C7] makes plain calls without ids, with arguments that are an object whatever was written', () => {
    const call = { kind: 'tool-call', callId: 'call_1', tool: 'clock', providerCallId: 'other' } as const
    const messages: RequestMessage[] = [
      user('When?'),
      {
        form: 'plain',
        messageId: 'msg_a',
        role: 'assistant',
        parts: [
          { kind: 'reasoning', text: 'hm', signature: null },
          { kind: 'text', text: '\n' },
          { ...call, input: '{"zone":"UTC"}' },
          { ...call, callId: 'call_2', input: '{"zone":' },
          { ...call, callId: 'call_3', input: '' },
        ],
        cacheMark: false,
      },
      {
        form: 'plain',
        messageId: 'msg_r',
        role: 'tool-results',
        parts: [result('call_1', []), result('call_2', []), result('call_3', [])],
        cacheMark: false,
      },
    ]
    const { body, notes } = map({ messages })
    expect(body.contents[1]).toEqual({
      role: 'model',
      parts: [
        {
          functionCall: { name: 'clock', args: { zone: 'UTC' } },
          thoughtSignature: 'skip_thought_signature_validator',
        },
        { functionCall: { name: 'clock', args: { input: '{"zone":' } } },
        { functionCall: { name: 'clock', args: {} } },
      ],
    })
    expect(notes).toEqual(['the arguments of a call of clock are not a JSON object and went as text'])
  })

  it('puts answers in a row into one content, and leaves out what says nothing, with a note', () => {
    const said = (text: string): RequestMessage => ({
      form: 'plain',
      messageId: 'msg_a',
      role: 'assistant',
      parts: [{ kind: 'text', text }],
      cacheMark: false,
    })
    expect(map({ messages: [user('Hello'), said('One.'), said(' '), said('Two.'), user('So?')] })).toEqual({
      body: {
        contents: [
          { role: 'user', parts: [{ text: 'Hello' }] },
          { role: 'model', parts: [{ text: 'One.' }, { text: 'Two.' }] },
          { role: 'user', parts: [{ text: 'So?' }] },
        ],
      },
      notApplied: [],
      notes: ['msg_a says nothing and was left out'],
    })
  })

  it('[R9] asks for the rest of an answer that is to be continued', () => {
    const cut: RequestMessage = {
      form: 'plain',
      messageId: 'msg_a',
      role: 'assistant',
      parts: [{ kind: 'text', text: 'One, ' }],
      cacheMark: false,
    }
    const { body, notes } = map({ messages: [user('Count.'), cut] })
    expect({ contents: body.contents.slice(1), notes }).toEqual({
      contents: [
        { role: 'model', parts: [{ text: 'One, ' }] },
        {
          role: 'user',
          parts: [{ text: GO_ON }],
        },
      ],
      notes: ['Gemini does not continue after its own last words, so it is asked to'],
    })
  })

  it('[P4] sends pictures and documents inline, texts as text, and a note for what the model does not take', () => {
    const file = (blob: string, mediaType: string): FilePart => ({ kind: 'file', blob, name: blob, mediaType, size: 2 })
    const parts = [file('a.png', 'image/png'), file('b.pdf', 'application/pdf'), file('c.txt', 'text/plain')]
    const files = new Map(parts.map(({ blob }) => [blob, new TextEncoder().encode('hi')]))
    const messages: RequestMessage[] = [{ form: 'plain', messageId: 'msg_u', role: 'user', parts, cacheMark: false }]
    const text = { text: '<file name="c.txt">\nhi\n</file>' }
    expect(map({ messages }, { files }).body.contents).toEqual([
      {
        role: 'user',
        parts: [
          { inlineData: { mimeType: 'image/png', data: 'aGk=' } },
          { inlineData: { mimeType: 'application/pdf', data: 'aGk=' } },
          text,
        ],
      },
    ])
    const blind = { ...facts, takes: { images: false, files: false, tools: true } }
    expect(map({ messages }, { files, facts: blind })).toEqual({
      body: {
        contents: [
          {
            role: 'user',
            parts: [{ text: '[file "a.png", image/png]' }, { text: '[file "b.pdf", application/pdf]' }, text],
          },
        ],
      },
      notApplied: [],
      notes: [
        'a.png was left out: this model does not take image/png',
        'b.pdf was left out: this model does not take application/pdf',
      ],
    })
  })

  it('[P4] sends a picture in a result within it, or beside it to a model that cannot read it there', () => {
    const picture: FilePart = { kind: 'file', blob: 'a.png', name: 'a.png', mediaType: 'image/png', size: 2 }
    const files = new Map([['a.png', new TextEncoder().encode('hi')]])
    const messages: RequestMessage[] = [
      user('Look'),
      {
        form: 'plain',
        messageId: 'msg_a',
        role: 'assistant',
        parts: [{ kind: 'tool-call', callId: 'call_1', tool: 'clock', input: '{}', providerCallId: null }],
        cacheMark: false,
      },
      {
        form: 'plain',
        messageId: 'msg_r',
        role: 'tool-results',
        parts: [result('call_1', [picture])],
        cacheMark: false,
      },
    ]
    const inlineData = { inlineData: { mimeType: 'image/png', data: 'aGk=' } }
    const response = { name: 'clock', response: { output: '' } }
    const older = { ...facts, model: 'gemini-2.5-flash' }
    expect(map({ messages }, { files }).body.contents[2]).toEqual({
      role: 'user',
      parts: [{ functionResponse: { ...response, parts: [inlineData] } }],
    })
    expect(map({ messages }, { files, facts: older }).body.contents[2]).toEqual({
      role: 'user',
      parts: [{ functionResponse: response }, inlineData],
    })
  })

  it('[P5] searches the web beside tools only where the model can', () => {
    const search = { settings: { ...settings, webSearch: true } }
    const older = { ...facts, model: 'gemini-2.5-flash' }
    expect(map({ messages: [user('Hi')], tools: [clock] }, search).body.toolConfig).toEqual({
      includeServerSideToolInvocations: true,
    })
    const { body, notApplied } = map({ messages: [user('Hi')], tools: [clock] }, { ...search, facts: older })
    expect({ tools: body.tools?.length, notApplied }).toEqual({
      tools: 1,
      notApplied: [{ setting: 'webSearch', because: 'This model cannot search the web beside tools.' }],
    })
    expect(map({ messages: [user('Hi')] }, { ...search, facts: older }).body.tools).toEqual([{ googleSearch: {} }])
  })

  it('[T8] fetches beside tools only where the model can; Stet’s own fetch gives way to the model’s', () => {
    const fetching = { settings: { ...settings, webFetch: true } }
    const older = { ...facts, model: 'gemini-2.5-flash' }
    const own = { name: 'web_fetch', description: 'Fetches pages.', input: { type: 'object' } }
    const toolsOf = (tools: readonly (typeof own | typeof clock)[], model = facts) => {
      const { body, notApplied } = map({ messages: [user('Hi')], tools }, { ...fetching, facts: model })
      const names = body.tools?.flatMap(tool =>
        'functionDeclarations' in tool ? tool.functionDeclarations.map(({ name }) => name) : Object.keys(tool),
      )
      return { names, notApplied: notApplied.map(({ because }) => because) }
    }
    expect(toolsOf([own, clock])).toEqual({ names: ['web_fetch', 'clock', 'urlContext'], notApplied: [] })
    expect(toolsOf([own], older)).toEqual({ names: ['urlContext'], notApplied: [] })
    expect(toolsOf([own, clock], older)).toEqual({
      names: ['web_fetch', 'clock'],
      notApplied: ['This model cannot fetch pages beside other tools. Stet’s own tool fetches them.'],
    })
    expect(toolsOf([own], { ...facts, model: 'gemini-2.0-flash' })).toEqual({
      names: ['web_fetch'],
      notApplied: ['This model cannot fetch pages. Stet’s own tool fetches them.'],
    })
  })

  it('gives a model without a system prompt the system prompt as its first message', () => {
    const gemma = { ...facts, model: 'gemma-3-27b-it' }
    const { body, notes } = map(
      { system: [{ text: 'Be brief.', cacheMark: false }], messages: [user('Hi')] },
      { facts: gemma },
    )
    expect({ body, notes }).toEqual({
      body: {
        contents: [
          { role: 'user', parts: [{ text: 'Be brief.' }] },
          { role: 'user', parts: [{ text: 'Hi' }] },
        ],
      },
      notes: ['the system prompt went as the first message: this model takes none'],
    })
  })
})
