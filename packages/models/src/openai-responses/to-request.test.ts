import {
  type AnswerSettings,
  type AssistantPart,
  defaultAnswerSettings,
  type Json,
  type ModelRequest,
  type RequestMessage,
  type ToolResultPart,
  type UserPart,
} from '@stet/history'
import { describe, expect, it } from 'vitest'
import { testConnection } from '../testing/test-connection.ts'
import { checkRequest } from './check-request.ts'
import { facts } from './fixtures.ts'
import { toRequest } from './to-request.ts'

const png = { kind: 'file', blob: 'b1', name: 'dot.png', mediaType: 'image/png', size: 3 } as const
const pdf = { kind: 'file', blob: 'b2', name: 'paper.pdf', mediaType: 'application/pdf', size: 3 } as const
const csv = { kind: 'file', blob: 'b3', name: 'list.csv', mediaType: 'text/csv', size: 7 } as const
const files = new Map([
  ['b1', new Uint8Array([1, 2, 3])],
  ['b2', new Uint8Array([4, 5, 6])],
  ['b3', new TextEncoder().encode('a,b\nä,c')],
])

const own = testConnection({ type: 'openai-responses', baseUrl: 'https://api.openai.com/v1' })

function map(request: Partial<ModelRequest>, settings: Partial<AnswerSettings> = {}, connection = own) {
  const { toolNames: _names, ...mapped } = toRequest({
    request: { system: [], messages: [], tools: [], ...request },
    facts,
    settings: { ...defaultAnswerSettings, outputLimit: 1536, ...settings },
    files,
    connection,
  })
  return { ...mapped, breaches: checkRequest(mapped.body) }
}

function user(...parts: readonly UserPart[]): RequestMessage {
  return { form: 'plain', messageId: 'msg_u', role: 'user', parts, cacheMark: false }
}

function plain(...parts: readonly AssistantPart[]): RequestMessage {
  return { form: 'plain', messageId: 'msg_a', role: 'assistant', parts, cacheMark: false }
}

function results(...parts: readonly ToolResultPart[]): RequestMessage {
  return { form: 'plain', messageId: 'msg_r', role: 'tool-results', parts, cacheMark: false }
}

function native(
  content: Json,
  calls: Extract<RequestMessage, { form: 'native' }>['calls'] = [],
  protocol = 'openai-responses',
): RequestMessage {
  return {
    form: 'native',
    messageId: 'msg_n',
    role: 'assistant',
    native: { protocol, content },
    calls,
    cacheMark: false,
  }
}

function result(callId: `call_${string}`, text = 'done'): ToolResultPart {
  return { kind: 'tool-result', callId, tool: 'look', outcome: 'done', content: [{ kind: 'text', text }] }
}

function text(written: string): UserPart {
  return { kind: 'text', text: written }
}

const asked: Json = { role: 'user', content: [{ type: 'input_text', text: 'Hello?' }] }

describe('a request in the words of the Responses API', () => {
  it.each([
    [undefined, undefined],
    ['keep', 'all_turns'],
    ['drop', 'current_turn'],
  ] as const)('[C6] [C24] earlier reasoning to %s is the context %s', (earlierReasoning, context) => {
    const { body } = map({ messages: [user(text('Hi'))], ...(earlierReasoning && { earlierReasoning }) })
    expect(body.reasoning?.context).toBe(context)
  })

  it('[C6] servers that imitate the API get no field that they may refuse', () => {
    const imitated = testConnection({ type: 'openai-responses', baseUrl: 'https://proxy.example/v1' })
    const { body } = map({ messages: [user(text('Hi'))], earlierReasoning: 'keep' }, {}, imitated)
    expect(body.reasoning?.context).toBeUndefined()
  })

  it.each([
    ['gpt-5.6-terra', own, { comparison_response_id: 'resp_1' }],
    ['gpt-5.5', own, undefined],
    ['gpt-5.6-terra', testConnection({ type: 'openai-responses', baseUrl: 'https://proxy.example/v1' }), undefined],
  ])('[C24] is asked why its cache missed where it answers that: %s', (model, connection, options) => {
    const request = { system: [], messages: [user(text('Hi'))], tools: [], comparedWith: 'resp_1' }
    const mapped = toRequest({
      request,
      facts: { ...facts, model },
      settings: defaultAnswerSettings,
      files,
      connection,
    })
    expect(mapped.body.prompt_cache_options).toEqual(options)
  })

  it('[C24] marks the last piece of a user message where the model takes marks, and no other byte changes', () => {
    const marked = { ...user(text('Hi'), text('Again')), cacheMark: true }
    const request = { system: [], messages: [marked, user(text('And?'))], tools: [] }
    const mapped = [true, false].map(takesMarks =>
      toRequest({ request, facts: { ...facts, takesMarks }, settings: defaultAnswerSettings, files, connection: own }),
    )
    const mark = { prompt_cache_breakpoint: { mode: 'explicit' } }
    expect(mapped[0]?.body.input[0]).toEqual({
      role: 'user',
      content: [
        { type: 'input_text', text: 'Hi' },
        { type: 'input_text', text: 'Again', ...mark },
      ],
    })
    const unmarked = JSON.stringify(mapped[0]?.body).replace(`,${JSON.stringify(mark).slice(1, -1)}`, '')
    expect(unmarked).toBe(JSON.stringify(mapped[1]?.body))
  })

  it('[P2] is stateless, with the system text as instructions and tools as functions that are not strict', () => {
    const { body } = map({
      system: [
        { text: 'Be brief.', cacheMark: true },
        { text: ' ', cacheMark: false },
        { text: 'Be kind.', cacheMark: false },
      ],
      messages: [user(text('Hello?'))],
      tools: [{ name: 'look', description: 'Looks.', input: { type: 'object', properties: {} } }],
    })
    expect(body).toEqual({
      model: 'gpt-5.2',
      instructions: 'Be brief.\n\nBe kind.',
      input: [asked],
      max_output_tokens: 1536,
      reasoning: { effort: 'none' },
      include: ['reasoning.encrypted_content'],
      tools: [
        {
          type: 'function',
          name: 'look',
          description: 'Looks.',
          parameters: { type: 'object', properties: {} },
          strict: false,
        },
      ],
      prompt_cache_key: 'msg_u',
      store: false,
      stream: true,
    })
  })

  it('[P4] puts the web search behind the other tools', () => {
    const tools = [{ name: 'look', description: 'Looks.', input: {} }]
    const { body } = map({ messages: [user(text('Hello?'))], tools }, { webSearch: true, streaming: false })
    expect({ tools: body.tools?.map(({ type }) => type), include: body.include, stream: body.stream }).toEqual({
      tools: ['function', 'web_search'],
      include: ['reasoning.encrypted_content', 'web_search_call.action.sources'],
      stream: false,
    })
  })

  it('[P4] sends pictures, files and texts in their place', () => {
    const { body } = map({ messages: [user(png, text('What is it?'), pdf, csv)] })
    expect(body.input).toEqual([
      {
        role: 'user',
        content: [
          { type: 'input_image', image_url: 'data:image/png;base64,AQID', detail: 'auto' },
          { type: 'input_text', text: 'What is it?' },
          { type: 'input_file', filename: 'paper.pdf', file_data: 'data:application/pdf;base64,BAUG' },
          { type: 'input_text', text: '[file "list.csv", text/csv]\na,b\nä,c' },
        ],
      },
    ])
  })

  it('[C7] makes a plain answer from its parts, without ids of items, and leaves out what says nothing to a model', () => {
    const { body, notes, breaches } = map({
      messages: [
        user(text('Hello?')),
        plain(
          { kind: 'reasoning', text: 'Hm.', signature: 'sealed' },
          { kind: 'text', text: 'Hel' },
          { kind: 'text', text: '' },
          { kind: 'source', url: 'https://ice.example', title: null, citedText: null },
          { kind: 'text', text: 'lo.' },
          { kind: 'provider-call', tool: 'web_search', input: 'ice', outcome: 'done' },
          { kind: 'tool-call', callId: 'call_a', tool: 'look', input: '{"at":', providerCallId: null },
          { kind: 'error', code: 'network', message: 'lost', status: null, retryable: true },
        ),
        results(result('call_a')),
      ],
    })
    expect({ input: body.input, notes, breaches }).toEqual({
      input: [
        asked,
        {
          role: 'assistant',
          content: [
            { type: 'output_text', text: 'Hel' },
            { type: 'output_text', text: 'lo.' },
          ],
        },
        { type: 'function_call', call_id: 'call_a', name: 'look', arguments: '{"at":' },
        { type: 'function_call_output', call_id: 'call_a', output: 'done' },
      ],
      notes: [],
      breaches: [],
    })
  })

  it('[C7] says which message and which file were left out', () => {
    const { body, notes } = map({ messages: [user(text('Hello?')), plain(png), plain(text(' \n'))] })
    expect({ input: body.input, notes }).toEqual({
      input: [asked],
      notes: [
        'dot.png was left out: the Responses API takes no files in an answer',
        'msg_a says nothing to a model and was left out',
        'msg_a says nothing to a model and was left out',
      ],
    })
  })

  it('[C7] sends a native answer as it came, and its results by the provider’s ids', () => {
    const items = [
      { id: 'rs_1', type: 'reasoning', encrypted_content: 'sealed', summary: [] },
      { type: 'function_call', id: 'fc_1', call_id: 'call_theirs', name: 'look', arguments: '' },
      { type: 'custom_tool_call', id: 'ct_1', call_id: 'call_sql', name: 'sql', input: 'SELECT 1' },
    ]
    const calls = [
      { callId: 'call_a', providerCallId: 'call_theirs' },
      { callId: 'call_b', providerCallId: 'call_sql' },
    ] as const
    const { body, notes, breaches } = map({
      messages: [user(text('Hello?')), native(items, calls), results(result('call_b', '1'), result('call_a'))],
    })
    expect({ input: body.input, notes, breaches }).toEqual({
      input: [
        asked,
        ...items,
        { type: 'custom_tool_call_output', call_id: 'call_sql', output: '1' },
        { type: 'function_call_output', call_id: 'call_theirs', output: 'done' },
      ],
      notes: [],
      breaches: [],
    })
  })

  it('[FP-11] gives calls ids of ours where the provider gave the same twice, or none', () => {
    const call = { type: 'function_call', call_id: 'call_0', name: 'look', arguments: '{}' }
    const nameless = { type: 'function_call', name: 'look', arguments: '{}' }
    const { body, notes, breaches } = map({
      messages: [
        native(
          [call, call, nameless],
          [
            { callId: 'call_a', providerCallId: 'call_0' },
            { callId: 'call_b', providerCallId: 'call_0' },
            { callId: 'call_c', providerCallId: null },
          ],
        ),
        results(result('call_a', 'one'), result('call_b', 'two'), result('call_c', 'three')),
        native([call], [{ callId: 'call_d', providerCallId: 'call_0' }]),
        results(result('call_d', 'four')),
      ],
    })
    const twice = 'a call of msg_n goes by an id of ours: its own is missing, repeated or too long'
    expect({ input: body.input, notes, breaches }).toEqual({
      input: [
        call,
        { ...call, call_id: 'call_b' },
        { ...nameless, call_id: 'call_c' },
        { type: 'function_call_output', call_id: 'call_0', output: 'one' },
        { type: 'function_call_output', call_id: 'call_b', output: 'two' },
        { type: 'function_call_output', call_id: 'call_c', output: 'three' },
        { ...call, call_id: 'call_d' },
        { type: 'function_call_output', call_id: 'call_d', output: 'four' },
      ],
      notes: [twice, 'a call of msg_n goes by an id of ours: its own is missing, repeated or too long', twice],
      breaches: [],
    })
  })

  it.each([
    ['', 'unnamed'],
    ['read file.now', 'read_file_now'],
    ['x'.repeat(70), 'x'.repeat(64)],
  ])('[FP-12] calls a tool named %j in a way that is taken', (tool, name) => {
    const call = { kind: 'tool-call', callId: 'call_a', tool, input: '{}', providerCallId: null } as const
    const { body, notes } = map({ messages: [plain(call), results(result('call_a'))] })
    expect({ call: body.input[0], notes }).toEqual({
      call: { type: 'function_call', call_id: 'call_a', name, arguments: '{}' },
      notes: [`a call of ${JSON.stringify(tool)} goes by the name ${name}, which the API takes`],
    })
  })

  it('[FP-11] finds a call by its place where nothing was known of its id', () => {
    const call = { type: 'function_call', call_id: 'call_theirs', name: 'look', arguments: '{}' }
    const { body, breaches } = map({
      messages: [native([call], [{ callId: 'call_a', providerCallId: null }]), results(result('call_a'))],
    })
    expect({ input: body.input, breaches }).toEqual({
      input: [call, { type: 'function_call_output', call_id: 'call_theirs', output: 'done' }],
      breaches: [],
    })
  })

  it('[T9] sends what a tool gave, texts and pictures, and says so where it gave nothing', () => {
    const answer: ToolResultPart = { ...result('call_a'), content: [text('Here:'), png] }
    const silent = (outcome: ToolResultPart['outcome']): ToolResultPart => ({ ...result('call_b', ' '), outcome })
    const { body } = map({
      messages: [results(answer, silent('done'), silent('failed'), silent('denied'), silent('unknown'))],
    })
    expect(body.input).toEqual([
      {
        type: 'function_call_output',
        call_id: 'call_a',
        output: [
          { type: 'input_text', text: 'Here:' },
          { type: 'input_image', image_url: 'data:image/png;base64,AQID', detail: 'auto' },
        ],
      },
      { type: 'function_call_output', call_id: 'call_b', output: 'The tool gave no output.' },
      { type: 'function_call_output', call_id: 'call_b', output: 'The tool failed.' },
      { type: 'function_call_output', call_id: 'call_b', output: 'The call was denied.' },
      { type: 'function_call_output', call_id: 'call_b', output: 'Whether the tool ran is not known.' },
    ])
  })

  it('[C7] does not read the words of another protocol, nor send a file without its bytes', () => {
    expect(() => map({ messages: [native([], [], 'anthropic')] })).toThrow(
      'msg_n is an answer of the protocol anthropic, which the Responses API does not read',
    )
    expect(() => map({ messages: [user({ ...png, blob: 'b9' })] })).toThrow('the bytes of dot.png are missing')
  })

  it('[C14] keys the cache by the first message of the chat, not by a note before it', () => {
    const note: RequestMessage = { form: 'plain', messageId: null, role: 'user', parts: [text('…')], cacheMark: false }
    expect(map({ messages: [note, user(text('Hello?'))] }).body.prompt_cache_key).toBe('msg_u')
    expect(map({ messages: [note] }).body).not.toHaveProperty('prompt_cache_key')
  })
})
