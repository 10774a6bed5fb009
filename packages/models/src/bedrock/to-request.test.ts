import {
  defaultAnswerSettings,
  type FilePart,
  type ModelFacts,
  type ModelRequest,
  type RequestMessage,
  type ToolResultPart,
} from '@stet/history'
import { describe, expect, it } from 'vitest'
import { GO_ON } from '../mapping/words.ts'
import type { RequestInput } from '../provider.ts'
import { jsonField } from '../transport/json-field.ts'
import { checkRequest } from './check-request.ts'
import { toRequest } from './to-request.ts'

const facts: ModelFacts = {
  definition: 'definition_1',
  protocol: 'bedrock',
  model: 'us.anthropic.claude-sonnet-4-20250514-v1:0',
  name: 'Claude Sonnet 4',
  contextWindow: null,
  outputLimit: null,
  takes: { images: true, files: true, tools: true },
  reasoning: 'budget',
  caching: 'marks',
}
const settings = { ...defaultAnswerSettings, outputLimit: null }
const clock = { name: 'clock', description: 'Tells the time.', input: { type: 'object' } }
const clockSpec = {
  toolSpec: {
    name: 'clock',
    description: 'Tells the time.',
    inputSchema: { json: { type: 'object', properties: {} } },
  },
}
const point = { cachePoint: { type: 'default' } }

function user(text: string, cacheMark = false): RequestMessage {
  return { form: 'plain', messageId: 'msg_u', role: 'user', parts: [{ kind: 'text', text }], cacheMark }
}

function said(text: string): RequestMessage {
  return {
    form: 'plain',
    messageId: 'msg_a',
    role: 'assistant',
    parts: [{ kind: 'text', text }],
    cacheMark: false,
  }
}

function results(...parts: readonly ToolResultPart[]): RequestMessage {
  return { form: 'plain', messageId: 'msg_r', role: 'tool-results', parts, cacheMark: false }
}

function result(callId: ToolResultPart['callId'], text: string): ToolResultPart {
  return { kind: 'tool-result', callId, tool: 'clock', outcome: 'done', content: [{ kind: 'text', text }] }
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
  it('[C14] puts system blocks, messages and tools into their places, with a cache point behind each mark', () => {
    const system = [
      { text: 'Be brief.', cacheMark: true },
      { text: ' ', cacheMark: true },
    ]
    expect(map({ system, messages: [user('Hello', true)], tools: [clock] })).toEqual({
      body: {
        messages: [{ role: 'user', content: [{ text: 'Hello' }, point] }],
        system: [{ text: 'Be brief.' }, point],
        toolConfig: { tools: [clockSpec] },
      },
      prefill: '',
      notApplied: [],
      notes: [],
    })
  })

  it('[C14] marks nothing for a model that knows no marks, and the last four where there are more', () => {
    const messages = [user('1', true), said('2'), user('3', true), said('4'), user('5', true)]
    const system = ['a', 'b'].map(text => ({ text, cacheMark: true }))
    const unmarked = map({ system, messages }, { facts: { ...facts, caching: 'none' } })
    expect(JSON.stringify(unmarked.body)).not.toContain('cachePoint')
    const { body, notes } = map({ system, messages })
    expect(body.system).toEqual([{ text: 'a' }, { text: 'b' }, point])
    expect(JSON.stringify(body).split('cachePoint')).toHaveLength(5)
    expect(notes).toEqual(['1 cache marks were left out: Bedrock takes at most four'])
  })

  it('[C7] replays native content as it is, and answers its calls by their ids', () => {
    const content = [
      { reasoningContent: { reasoningText: { text: 'hm', signature: 'c2ln' } } },
      { toolUse: { toolUseId: 'tooluse_1', name: 'clock', input: { zone: 'UTC' } }, unheardOf: 1 },
    ]
    const native: RequestMessage = {
      form: 'native',
      messageId: 'msg_a',
      role: 'assistant',
      native: { protocol: 'bedrock', content },
      calls: [{ callId: 'call_1', providerCallId: 'tooluse_1' }],
      cacheMark: false,
    }
    const { body } = map({
      messages: [user('When?'), native, results(result('call_1', 'noon')), user('And?')],
      tools: [clock],
    })
    expect(body.messages).toEqual([
      { role: 'user', content: [{ text: 'When?' }] },
      { role: 'assistant', content },
      {
        role: 'user',
        content: [
          { toolResult: { toolUseId: 'tooluse_1', content: [{ text: 'noon' }], status: 'success' } },
          { text: 'And?' },
        ],
      },
    ])
  })

  it('[FP-11] gives a call another id where its own would be refused, and its result with it', () => {
    const call = (toolUseId: string) => ({ toolUse: { toolUseId, name: 'clock', input: {} } })
    const native: RequestMessage = {
      form: 'native',
      messageId: 'msg_a',
      role: 'assistant',
      native: { protocol: 'bedrock', content: [call('same'), call('same'), call('not one')] },
      calls: [
        { callId: 'call_1', providerCallId: 'same' },
        { callId: 'call_2', providerCallId: 'same' },
        { callId: 'call_3', providerCallId: 'not one' },
      ],
      cacheMark: false,
    }
    const answers = results(result('call_3', '3'), result('call_1', '1'), result('call_2', '2'))
    const { body } = map({ messages: [user('When?'), native, answers], tools: [clock] })
    const answered = (toolUseId: string, text: string) => ({
      toolResult: { toolUseId, content: [{ text }], status: 'success' },
    })
    expect(body.messages.slice(1)).toEqual([
      { role: 'assistant', content: [call('same'), call('call_2'), call('call_3')] },
      { role: 'user', content: [answered('call_3', '3'), answered('same', '1'), answered('call_2', '2')] },
    ])
  })

  it('[FP-10] [C7] makes plain calls with arguments that are an object whatever was written', () => {
    const call = { kind: 'tool-call', callId: 'call_1', tool: 'clock', providerCallId: 'other' } as const
    const plain: RequestMessage = {
      form: 'plain',
      messageId: 'msg_a',
      role: 'assistant',
      parts: [
        { kind: 'reasoning', text: 'hm', signature: 'c2ln' },
        { kind: 'text', text: '\n' },
        { ...call, input: '{"zone":"UTC"}' },
        { ...call, callId: 'call_2', input: '[1' },
        { ...call, callId: 'call_3', input: '' },
      ],
      cacheMark: false,
    }
    const toolUse = (toolUseId: string, input: object) => ({ toolUse: { toolUseId, name: 'clock', input } })
    expect(map({ messages: [user('When?'), plain], tools: [clock] }).body.messages[1]).toEqual({
      role: 'assistant',
      content: [toolUse('call_1', { zone: 'UTC' }), toolUse('call_2', { INVALID_JSON: '[1' }), toolUse('call_3', {})],
    })
  })

  it('[FP-10] names a called tool as Bedrock takes it, also where it has to be declared', () => {
    const call = { kind: 'tool-call', input: '{}', providerCallId: null } as const
    const plain: RequestMessage = {
      form: 'plain',
      messageId: 'msg_a',
      role: 'assistant',
      parts: [
        { ...call, callId: 'call_1', tool: 'files.read one' },
        { ...call, callId: 'call_2', tool: '' },
      ],
      cacheMark: false,
    }
    const answers = results(result('call_1', 'a'), result('call_2', 'b'))
    const { body } = map({ messages: [user('When?'), plain, answers] })
    const called = body.messages[1]?.content.map(block => jsonField(block.toolUse ?? null, 'name'))
    const declared = body.toolConfig?.tools.map(tool => jsonField(tool.toolSpec ?? null, 'name'))
    expect([called, declared, checkRequest(body)]).toEqual([
      ['files_read_one', 'unnamed'],
      ['files_read_one', 'unnamed'],
      [],
    ])
  })

  it('declares the tools that were called before where none are offered now', () => {
    const plain: RequestMessage = {
      form: 'plain',
      messageId: 'msg_a',
      role: 'assistant',
      parts: [{ kind: 'tool-call', callId: 'call_1', tool: 'clock', input: '{}', providerCallId: null }],
      cacheMark: false,
    }
    const { body, notes } = map({ messages: [user('When?'), plain, results(result('call_1', 'noon'))] })
    expect(body.toolConfig).toEqual({
      tools: [
        {
          toolSpec: {
            name: 'clock',
            description: 'It is no longer there.',
            inputSchema: { json: { type: 'object' } },
          },
        },
      ],
    })
    expect(notes).toEqual(['no tools are offered; 1 that were called before are declared, since Bedrock requires it'])
  })

  it('[P5] finishes an exchange without reasoning that began without', () => {
    const plain: RequestMessage = {
      form: 'plain',
      messageId: 'msg_a',
      role: 'assistant',
      parts: [{ kind: 'tool-call', callId: 'call_1', tool: 'clock', input: '{}', providerCallId: null }],
      cacheMark: false,
    }
    const on = { ...settings, reasoning: { ...settings.reasoning, on: true } }
    const { body, notApplied } = map(
      { messages: [user('When?'), plain, results(result('call_1', 'noon'))], tools: [clock] },
      { settings: on },
    )
    expect({ fields: body.additionalModelRequestFields, notApplied }).toEqual({
      fields: undefined,
      notApplied: [
        {
          setting: 'reasoning.on',
          because: 'The current exchange began without reasoning, and Claude wants it finished without.',
        },
      ],
    })
  })

  it('merges messages of one role in a row, and leaves out what says nothing, with a note', () => {
    const { body, notes } = map({ messages: [user('One.'), user('Two.'), said(' '), user('Three.')] })
    expect({ messages: body.messages, notes }).toEqual({
      messages: [{ role: 'user', content: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }] }],
      notes: ['msg_a says nothing and was left out'],
    })
  })

  it('[R9] gives a prefill where the model continues it', () => {
    const { body, prefill } = map({ messages: [user('Tell.')] }, { settings: { ...settings, prefill: 'Once ' } })
    expect({ last: body.messages.at(-1), prefill }).toEqual({
      last: { role: 'assistant', content: [{ text: 'Once' }] },
      prefill: 'Once',
    })
  })

  it('[R9] lets a model continue its answer where it does so by itself, and asks the others to', () => {
    const llama = { ...facts, model: 'us.meta.llama3-3-70b-instruct-v1:0', reasoning: 'none' as const }
    const messages = [user('Count.'), said('One, \n')]
    expect(map({ messages }).body.messages.slice(1)).toEqual([{ role: 'assistant', content: [{ text: 'One,' }] }])
    const asked = map({ messages }, { facts: llama })
    expect({ messages: asked.body.messages.slice(1), notes: asked.notes }).toEqual({
      messages: [
        { role: 'assistant', content: [{ text: 'One, \n' }] },
        {
          role: 'user',
          content: [{ text: GO_ON }],
        },
      ],
      notes: ['this model does not continue after its own last words, so it is asked to'],
    })
  })

  it('[P4] sends pictures, documents under names that Bedrock takes, texts as text, and notes for the rest', () => {
    const file = (name: string, mediaType: string): FilePart => ({ kind: 'file', blob: name, name, mediaType, size: 2 })
    const parts = [
      file('a.png', 'image/png'),
      file('b_1.pdf', 'application/pdf'),
      file('b_1.PDF', 'application/pdf'),
      file('c.zip', 'application/zip'),
    ]
    const files = new Map(parts.map(({ blob }) => [blob, new TextEncoder().encode('hi')]))
    const sent = (...own: readonly FilePart[]): RequestMessage[] => [
      { form: 'plain', messageId: 'msg_u', role: 'user', parts: own, cacheMark: false },
    ]
    const document = (name: string) => ({ document: { format: 'pdf', name, source: { bytes: 'aGk=' } } })
    const { body, notes } = map({ messages: sent(...parts) }, { files })
    expect({ content: body.messages[0]?.content, notes }).toEqual({
      content: [
        { image: { format: 'png', source: { bytes: 'aGk=' } } },
        document('b-1'),
        document('b-1 (2)'),
        { text: '[file "c.zip", application/zip]' },
      ],
      notes: ['c.zip was left out: this model does not take application/zip'],
    })
    const alone = map({ messages: sent(file('b_1.pdf', 'application/pdf')) }, { files })
    expect(alone.body.messages[0]?.content).toEqual([{ text: 'b_1.pdf' }, document('b-1')])
  })
})
