import {
  type AnswerSettings,
  type AssistantPart,
  type CallId,
  defaultAnswerSettings,
  type FilePart,
  type Json,
  type ModelFacts,
  type ModelRequest,
  type RequestMessage,
  type ToolResultPart,
  type UserPart,
} from '@stet/history'
import { describe, expect, it } from 'vitest'
import { type DefinitionOptions, defaultDefinitionOptions } from '../definition.ts'
import { ModelError } from '../model-error.ts'
import { testConnection } from '../testing/test-connection.ts'
import { checkRequest } from './check-request.ts'
import { chatFixtures } from './fixtures.ts'
import { type MappedRequest, toRequest } from './to-request.ts'

const facts: ModelFacts = {
  definition: 'definition_1',
  protocol: 'openai-chat',
  model: 'some-model',
  name: 'Some model',
  contextWindow: null,
  outputLimit: null,
  takes: { images: true, files: true, tools: true },
  reasoning: 'none',
  caching: 'automatic',
}

interface Asked {
  readonly system?: ModelRequest['system']
  readonly messages?: readonly RequestMessage[]
  readonly tools?: ModelRequest['tools']
  readonly settings?: Partial<AnswerSettings>
  readonly options?: Partial<DefinitionOptions>
  readonly caching?: ModelFacts['caching']
}

function map({
  system = [],
  messages = [user('Hello?')],
  tools = [],
  settings,
  options,
  caching = 'automatic',
}: Asked): Omit<MappedRequest, 'toolNames'> {
  const { toolNames: _names, ...mapped } = toRequest({
    request: { system, messages, tools },
    facts: { ...facts, caching },
    settings: { ...defaultAnswerSettings, outputLimit: null, ...settings },
    files: new Map([
      ['png', Uint8Array.of(0x89, 0x50)],
      ['pdf', Uint8Array.of(0x25, 0x50)],
      ['txt', new TextEncoder().encode('Grüße')],
    ]),
    connection: testConnection({
      type: 'openai-chat',
      baseUrl: 'http://127.0.0.1',
      definition: { options: { ...defaultDefinitionOptions, ...options } },
    }),
  })
  return mapped
}

function messagesOf(asked: Asked): readonly Json[] {
  const { body } = map(asked)
  expect(checkRequest(body)).toEqual([])
  return body.messages
}

function user(...parts: readonly (string | UserPart)[]): RequestMessage {
  const made = parts.map(part => (typeof part === 'string' ? { kind: 'text' as const, text: part } : part))
  return { form: 'plain', messageId: 'msg_user', role: 'user', parts: made, cacheMark: false }
}

function plain(...parts: readonly AssistantPart[]): RequestMessage {
  return { form: 'plain', messageId: 'msg_plain', role: 'assistant', parts, cacheMark: false }
}

function native(content: Json, ...calls: readonly (string | null)[]): RequestMessage {
  return {
    form: 'native',
    messageId: 'msg_native',
    role: 'assistant',
    native: { protocol: 'openai-chat', content },
    calls: calls.map((providerCallId, index) => ({ callId: `call_${index}`, providerCallId })),
    cacheMark: false,
  }
}

function results(...contents: readonly ToolResultPart['content'][]): RequestMessage {
  const parts = contents.map(
    (content, index): ToolResultPart => ({
      kind: 'tool-result',
      callId: `call_${index}`,
      tool: 'clock',
      outcome: 'done',
      content,
    }),
  )
  return { form: 'plain', messageId: 'msg_results', role: 'tool-results', parts, cacheMark: false }
}

function file(blob: string, name: string, mediaType: string): FilePart {
  return { kind: 'file', blob, name, mediaType, size: 2 }
}

const png = file('png', 'a.png', 'image/png')
const pdf = file('pdf', 'a.pdf', 'application/pdf')
const txt = file('txt', 'a.txt', 'text/plain')
const text = (words: string) => ({ kind: 'text' as const, text: words })
function call(input: string, callId: CallId = 'call_0'): AssistantPart {
  return { kind: 'tool-call', callId, tool: 'clock', input, providerCallId: null }
}

describe('a request in the words of Chat Completions', () => {
  it('[P2] is as small as it can be', () => {
    expect(map({})).toEqual({
      body: {
        model: 'some-model',
        messages: [{ role: 'user', content: 'Hello?' }],
        stream: true,
        stream_options: { include_usage: true },
      },
      notApplied: [],
      notes: [],
    })
  })

  it('[P5] is asked whole, and without asking for usage where the server refuses that', () => {
    expect(map({ settings: { streaming: false } }).body).toEqual({
      model: 'some-model',
      messages: [{ role: 'user', content: 'Hello?' }],
      stream: false,
    })
    expect(map({ options: { askForUsage: false } }).body).not.toHaveProperty('stream_options')
  })

  it('[P2] has the system’s words once, at the start', () => {
    const system = ['Be brief.', ' ', 'Summary: none.'].map(words => ({ text: words, cacheMark: true }))
    expect(messagesOf({ system })[0]).toEqual({ role: 'system', content: 'Be brief.\n\nSummary: none.' })
  })

  it('[T1] declares tools, and those that the server runs itself', () => {
    const tools = [
      { name: 'clock', description: 'Tells the time.', input: { type: 'object' } },
      { name: 'odd', description: '', input: null },
    ]
    const asked = {
      tools,
      settings: { webSearch: true },
      options: { webSearchField: 'openrouter:web_search' },
    } as const
    expect(map(asked).body.tools).toEqual([
      {
        type: 'function',
        function: { name: 'clock', description: 'Tells the time.', parameters: { type: 'object', properties: {} } },
      },
      { type: 'function', function: { name: 'odd', description: '', parameters: { type: 'object', properties: {} } } },
      { type: 'openrouter:web_search' },
    ])
  })

  it('[P4] carries pictures and files beside the text, and text files as text', () => {
    expect(messagesOf({ messages: [user('What is this?', png, pdf, txt)] })).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVA=' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVA=' } },
          { type: 'text', text: '[file "a.txt", text/plain]\nGrüße' },
        ],
      },
    ])
    expect(messagesOf({ messages: [user('And this?', txt)] })).toEqual([
      { role: 'user', content: 'And this?\n\n[file "a.txt", text/plain]\nGrüße' },
    ])
    expect(() => map({ messages: [user(file('lost', 'b.png', 'image/png'))] })).toThrow(ModelError)
  })

  it('leaves out what says nothing, and says so', () => {
    const { body, notes } = map({ messages: [user('Hello?'), plain(text(' ')), user(' ')] })
    expect(body.messages).toEqual([{ role: 'user', content: 'Hello?' }])
    expect(notes).toEqual([
      'msg_plain says nothing to a model and was left out',
      'msg_user says nothing to a model and was left out',
    ])
  })

  it('[R9] ends with the prefill where the server continues it', () => {
    const settings = { prefill: 'Dear' }
    expect(map({ settings, options: { prefill: 'last-message' } }).body.messages.at(-1)).toEqual({
      role: 'assistant',
      content: 'Dear',
    })
    expect(map({ settings, options: { prefill: 'prefix' } }).body.messages.at(-1)).toEqual({
      role: 'assistant',
      content: 'Dear',
      prefix: true,
    })
    expect(map({ settings }).body.messages).toHaveLength(1)
  })
})

describe('reasoning effort beside tools', () => {
  const tools = [{ name: 'clock', description: 'Tells the time.', input: {} }]
  const reasoning = { ...defaultAnswerSettings.reasoning, on: true, effort: 'high' as const }

  it.each([
    ['gpt-5.2', tools, undefined, ['reasoning.effort']],
    ['gpt-5.2', [], 'high', []],
    ['gpt-5', tools, 'high', []],
  ])('[P5] %s', (model, declared, effort, left) => {
    const { body, notApplied } = toRequest({
      request: { system: [], messages: [user('?')], tools: declared },
      facts: { ...chatFixtures.facts, model, reasoning: 'effort' },
      settings: { ...defaultAnswerSettings, reasoning },
      files: new Map(),
      connection: testConnection({ type: 'openai-chat', baseUrl: '' }),
    })
    expect([body.reasoning_effort, notApplied.map(({ setting }) => setting)]).toEqual([effort, left])
  })
})

describe('an answer from its parts', () => {
  it('[C7] has its texts and calls, nothing else', () => {
    const parts: readonly AssistantPart[] = [
      { kind: 'reasoning', text: 'Hm.', signature: 'c2ln' },
      text('It is '),
      { kind: 'source', url: 'https://example.org', title: null, citedText: null },
      text('noon.'),
      call('{"zone":"UTC"}'),
      { kind: 'error', code: 'network', message: 'lost', status: null, retryable: true },
      text('So.'),
    ]
    expect(messagesOf({ messages: [user('?'), plain(...parts), results([text('noon')])] }).slice(1)).toEqual([
      {
        role: 'assistant',
        content: 'It is noon.\n\nSo.',
        tool_calls: [
          {
            id: expect.stringMatching(/^[a-z0-9]{9}$/),
            type: 'function',
            function: { name: 'clock', arguments: '{"zone":"UTC"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: expect.stringMatching(/^[a-z0-9]{9}$/), content: 'noon' },
    ])
  })

  it.each([
    ['', '{}'],
    ['{"a":1}', '{"a":1}'],
    ['{"a":', '{"input":"{\\"a\\":"}'],
    ['[1]', '{"input":"[1]"}'],
  ])('[FP-10] has arguments that any server can parse: %j as %s', (input, expected) => {
    const [, answer] = messagesOf({ messages: [user('?'), plain(call(input)), results([text('noon')])] })
    expect(answer).toMatchObject({ tool_calls: [{ function: { arguments: expected } }] })
  })

  it('[FP-12] calls a tool by a name that servers take, the one it is declared by', () => {
    const named = (tool: string, callId: CallId): AssistantPart => ({
      kind: 'tool-call',
      callId,
      tool,
      input: '{}',
      providerCallId: null,
    })
    const asked: Asked = {
      messages: [
        user('?'),
        plain(named('', 'call_0'), named('files.read', 'call_1'), named('disk.read', 'call_2')),
        results([text('one')], [text('two')], [text('three')]),
      ],
      tools: [{ name: 'files.read', description: 'Reads.', input: {} }],
    }
    expect(messagesOf(asked)[1]).toMatchObject({
      tool_calls: [
        { function: { name: 'unnamed' } },
        { function: { name: 'files_read_feef3122' } },
        { function: { name: 'disk_read' } },
      ],
    })
    expect(map(asked).notes).toEqual([
      'a call of "" goes by the name unnamed, which servers take',
      'a call of "files.read" goes by the name files_read_feef3122, which servers take',
      'a call of "disk.read" goes by the name disk_read, which servers take',
    ])
  })

  it('[P4] says which files were left out of it', () => {
    expect(map({ messages: [user('?'), plain(text('Here.'), png)] }).notes).toEqual([
      'a.png was left out: Chat Completions takes no files in an answer',
    ])
  })
})

describe('results', () => {
  it('[P4] are texts, and their pictures follow them', () => {
    const asked = {
      messages: [user('?'), plain(call('{}'), call('{}', 'call_1')), results([text('one'), png, txt], [pdf])],
    }
    expect(messagesOf(asked).slice(2)).toEqual([
      {
        role: 'tool',
        tool_call_id: expect.any(String),
        content: 'one\n\n[picture "a.png", shown below]\n\n[file "a.txt", text/plain]\nGrüße',
      },
      { role: 'tool', tool_call_id: expect.any(String), content: '[file "a.pdf", application/pdf]' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'The pictures of the results above:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVA=' } },
        ],
      },
    ])
  })

  it('[R7] without words say what became of the call', () => {
    expect(messagesOf({ messages: [user('?'), plain(call('{}')), results([])] }).at(-1)).toMatchObject({
      content: 'The tool gave no output.',
    })
  })
})

describe('an answer as it came', () => {
  const answer = {
    role: 'assistant',
    content: 'Four.',
    reasoning_content: 'Two and two.',
    reasoning: 'Two and two.',
    reasoning_details: [{ type: 'reasoning.text', text: 'Two and two.' }],
    odd: { kept: true },
  }

  it('[C7] goes back with its reasoning only where the definition says so', () => {
    const messages = [user('?'), native(answer), user('And?')]
    expect(messagesOf({ messages, options: { replayReasoning: true } })[1]).toEqual(answer)
    const { body, notes } = map({ messages })
    expect(body.messages[1]).toEqual({ role: 'assistant', content: 'Four.', odd: { kept: true } })
    expect(notes).toEqual(['msg_native: its reasoning is not sent back to this provider'])
  })

  it('[C7] goes back without pieces that are thinking', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
      { type: 'text', text: 'Yes.' },
    ]
    expect(messagesOf({ messages: [user('?'), native({ role: 'assistant', content }), user('And?')] })[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'Yes.' }],
    })
  })

  it('[C7] is left out when nothing but reasoning was in it', () => {
    const only = { role: 'assistant', content: '', reasoning_content: 'Hm.', refusal: null }
    expect(messagesOf({ messages: [user('?'), native(only), user('And?')] })).toHaveLength(2)
  })

  it('[FP-11] gets ids for calls that have none of their own, and keeps the others', () => {
    const calls = ['a', 'same', 'same', null].map(id => ({
      ...(id !== null && { id }),
      type: 'function',
      function: { name: 'clock', arguments: '{}' },
    }))
    const asked = {
      messages: [
        user('?'),
        native({ role: 'assistant', content: null, tool_calls: calls }, 'a', 'same', 'same', null),
        results([text('one')], [text('two')], [text('three')], [text('four')]),
      ],
    }
    const made = expect.stringMatching(/^[a-z0-9]{9}$/)
    const [, answered, ...given] = messagesOf(asked)
    expect(answered).toMatchObject({ tool_calls: [{ id: 'a' }, { id: 'same' }, { id: made }, { id: made }] })
    expect(given).toMatchObject([
      { tool_call_id: 'a' },
      { tool_call_id: 'same' },
      { tool_call_id: made },
      { tool_call_id: made },
    ])
    expect(map(asked).notes).toEqual(['msg_native: calls without an id of their own were given one'])
  })

  it('[FP-10] [FP-12] goes back with names and arguments that any server can read, and says so', () => {
    const made = (id: string, name: string, input: string) => ({
      id,
      type: 'function',
      function: { name, arguments: input },
      odd: id,
    })
    const whole = made('b', 'clock', '{"zone":"UTC"}')
    const bare = made('c', 'clock', '')
    const calls = [made('a', 'odd clock', '{"zone":'), whole, bare]
    const asked: Asked = {
      messages: [
        user('?'),
        native({ role: 'assistant', content: null, tool_calls: calls }, 'a', 'b', 'c'),
        results([text('one')], [text('two')], [text('three')]),
      ],
    }
    expect(messagesOf(asked)[1]).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [made('a', 'odd_clock', '{"input":"{\\"zone\\":"}'), whole, bare],
    })
    expect(map(asked).notes).toEqual([
      'msg_native: a call of "odd clock" goes by the name odd_clock, which servers take',
      'msg_native: the arguments of a call of "odd clock" are not a JSON object and go as the text in one',
    ])
  })

  it.each([[[]], [null]])('[C7] goes back without a list of no calls: %j', calls => {
    const answered = native({ role: 'assistant', content: 'Four.', tool_calls: calls })
    expect(messagesOf({ messages: [user('?'), answered, user('And?')] })[1]).toEqual({
      role: 'assistant',
      content: 'Four.',
    })
  })

  it('[C7] is refused when it is in the words of another protocol', () => {
    const other: RequestMessage = {
      form: 'native',
      messageId: 'msg_1',
      role: 'assistant',
      native: { protocol: 'gemini', content: {} },
      calls: [],
      cacheMark: false,
    }
    expect(() => map({ messages: [user('?'), other] })).toThrow('of the protocol gemini')
  })
})

describe('cache marks', () => {
  const marks = (message: RequestMessage): RequestMessage => ({ ...message, cacheMark: true })
  const mark = { cache_control: { type: 'ephemeral' } }
  const answer = { role: 'assistant', content: 'Yes.' }
  const messages = [marks(user('One?')), marks(native(answer)), marks(user('Two?'))]
  const system = [{ text: 'Be brief.', cacheMark: true }]

  it('[C14] are sent where the provider needs them', () => {
    expect(messagesOf({ system, messages, caching: 'marks' })).toEqual([
      { role: 'system', content: [{ type: 'text', text: 'Be brief.', ...mark }] },
      { role: 'user', content: [{ type: 'text', text: 'One?', ...mark }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Yes.', ...mark }] },
      { role: 'user', content: [{ type: 'text', text: 'Two?', ...mark }] },
    ])
  })

  it('[C14] are left away where caching needs none', () => {
    expect(messagesOf({ system, messages })).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'One?' },
      answer,
      { role: 'user', content: 'Two?' },
    ])
  })

  it('[C14] have no place in an answer without text, which is said', () => {
    const calls = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'clock', arguments: '{}' } }],
    }
    const { body, notes } = map({
      messages: [user('?'), marks(native(calls, 'a')), marks(results([text('noon')]))],
      caching: 'marks',
    })
    expect(body.messages.slice(1)).toEqual([
      calls,
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'noon', ...mark }] },
    ])
    expect(notes).toEqual(['msg_native: its cache mark was dropped: an answer without text has no place for one'])
  })
})
