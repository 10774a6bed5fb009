import {
  type AnswerSettings,
  type AssistantPart,
  defaultAnswerSettings,
  type FilePart,
  type Json,
  type ModelFacts,
  type ModelRequest,
  type NativeCall,
  type RequestMessage,
  type ToolResultPart,
  type UserPart,
} from '@stet/history'
import { describe, expect, it } from 'vitest'
import { ModelError } from '../model-error.ts'
import { testConnection } from '../testing/test-connection.ts'
import { checkRequest } from './check-request.ts'
import { anthropicFixtures } from './fixtures.ts'
import { toRequest } from './to-request.ts'

const { facts } = anthropicFixtures
const mark = { type: 'ephemeral' }

function asked(...parts: readonly (string | UserPart)[]): RequestMessage {
  const said = parts.map((part): UserPart => (typeof part === 'string' ? { kind: 'text', text: part } : part))
  return { form: 'plain', messageId: 'msg_u', role: 'user', parts: said, cacheMark: false }
}

function answered(...parts: readonly AssistantPart[]): RequestMessage {
  return { form: 'plain', messageId: 'msg_a', role: 'assistant', parts, cacheMark: false }
}

function native(content: Json, calls: readonly NativeCall[] = []): RequestMessage {
  const written = { protocol: 'anthropic', content }
  return { form: 'native', messageId: 'msg_n', role: 'assistant', native: written, calls, cacheMark: false }
}

function resulted(...parts: readonly ToolResultPart[]): RequestMessage {
  return { form: 'plain', messageId: 'msg_r', role: 'tool-results', parts, cacheMark: false }
}

function result(callId: ToolResultPart['callId'], changed: Partial<ToolResultPart> = {}): ToolResultPart {
  return { kind: 'tool-result', callId, tool: 'clock', outcome: 'done', content: [text('noon')], ...changed }
}

function text(words: string) {
  return { kind: 'text', text: words } as const
}

const called = { kind: 'tool-call', callId: 'call_1', tool: 'clock', input: '{}', providerCallId: null } as const

function call(callId: NativeCall['callId'], input = '{}'): AssistantPart {
  return { ...called, callId, input }
}

function file(blob: string, mediaType: string): FilePart {
  return { kind: 'file', blob, name: `${blob}.x`, mediaType, size: 3 }
}

const connection = testConnection({ type: 'anthropic', baseUrl: '' })

interface Given extends Partial<Omit<ModelRequest, 'messages'>> {
  readonly facts?: Partial<ModelFacts>
  readonly settings?: Partial<AnswerSettings>
  readonly files?: ReadonlyMap<string, Uint8Array>
}

function map(messages: readonly RequestMessage[], { facts: reported, settings, files, ...request }: Given = {}) {
  const { body, prefill, notApplied, notes } = toRequest({
    request: { system: [], tools: [], ...request, messages },
    facts: { ...facts, ...reported },
    settings: { ...defaultAnswerSettings, outputLimit: 1536, ...settings },
    files: files ?? new Map(),
    connection: { definition: { ...connection.definition, baseUrl: null } },
  })
  return { body, prefill, notApplied, notes, breaches: checkRequest(body) }
}

const thinks = { reasoning: { ...defaultAnswerSettings.reasoning, on: true } }
const declared = [{ name: 'clock', description: 'Tells the time.', input: { type: 'object', properties: {} } }]

describe('a request in the words of Anthropic', () => {
  it('[P4] is a system text, turns and tools', () => {
    const mapped = map([asked('Hello?')], {
      system: [
        { text: 'Be brief.', cacheMark: false },
        { text: ' \n', cacheMark: false },
      ],
      tools: [...declared, { name: 'none', description: '', input: null }],
      settings: { webSearch: true },
    })
    expect(mapped).toEqual({
      body: {
        model: 'claude-test-1',
        max_tokens: 1536,
        system: [{ type: 'text', text: 'Be brief.' }],
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello?' }] }],
        tools: [
          { name: 'clock', description: 'Tells the time.', input_schema: { type: 'object', properties: {} } },
          { name: 'none', input_schema: { type: 'object', properties: {} } },
          { type: 'web_search_20250305', name: 'web_search' },
        ],
        stream: true,
      },
      prefill: '',
      notApplied: [],
      notes: [],
      breaches: [],
    })
  })

  it('[T2] the memory tool is the one that Anthropic declares itself', () => {
    const native = { anthropic: { type: 'memory_20250818', name: 'memory' } }
    const { body } = map([asked('Hello?')], { tools: [{ name: 'memory', description: 'Ours.', input: {}, native }] })
    expect(body.tools).toEqual([{ type: 'memory_20250818', name: 'memory' }])
  })

  it('[C1] messages of one role in a row are one turn, results first', () => {
    const { body, breaches } = map(
      [
        asked('One.'),
        asked('Two.'),
        answered(text('Let me look.'), call('call_1'), call('call_2', '')),
        resulted(result('call_1'), result('call_2')),
        asked('And?'),
      ],
      { tools: declared },
    )
    expect({ messages: body.messages, breaches }).toEqual({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'One.' },
            { type: 'text', text: 'Two.' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Let me look.' },
            { type: 'tool_use', id: 'call_1', name: 'clock', input: {} },
            { type: 'tool_use', id: 'call_2', name: 'clock', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: 'noon' }] },
            { type: 'tool_result', tool_use_id: 'call_2', content: [{ type: 'text', text: 'noon' }] },
            { type: 'text', text: 'And?' },
          ],
        },
      ],
      breaches: [],
    })
  })

  it.each([
    ['{"a": 1}', { a: 1 }],
    ['{"a": ', { INVALID_JSON: '{"a": ' }],
    ['[1]', { INVALID_JSON: '[1]' }],
    [' ', {}],
  ])('[FP-10] the input %s of a plain call goes as an object', (input, expected) => {
    const { body } = map([asked('Go.'), answered(call('call_1', input)), resulted(result('call_1'))])
    expect(body.messages[1]?.content[0]?.input).toEqual(expected)
  })

  it('[C7] a call of another model goes by a name that Anthropic takes', () => {
    const parts = ['files.read/one', ''].map((tool, index) => ({ ...called, tool, callId: `call_${index}` as const }))
    const { body } = map([asked('Go.'), answered(...parts), resulted(result('call_0'), result('call_1'))])
    expect(body.messages[1]?.content.map(block => block.name)).toEqual(['files_read_one', 'unnamed'])
  })

  it('[P4] a result says how it ended, in words alone when it failed', () => {
    const picture = file('png', 'image/png')
    const { body, notes, breaches } = map(
      [
        asked('Go.'),
        answered(call('call_1'), call('call_2'), call('call_3'), call('call_4')),
        resulted(
          result('call_1', { content: [text('see'), picture] }),
          result('call_2', { outcome: 'failed', content: [text('no'), picture] }),
          result('call_3', { outcome: 'denied', content: [text(' ')] }),
          result('call_4', { content: [] }),
        ),
      ],
      { tools: declared, files: new Map([['png', new Uint8Array([1, 2, 3])]]) },
    )
    const source = { type: 'base64', media_type: 'image/png', data: 'AQID' }
    expect({ content: body.messages[2]?.content, notes, breaches }).toEqual({
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'call_1',
          content: [
            { type: 'text', text: 'see' },
            { type: 'image', source },
          ],
        },
        {
          type: 'tool_result',
          tool_use_id: 'call_2',
          content: [
            { type: 'text', text: 'no' },
            { type: 'text', text: '[file "png.x", image/png, 3 bytes]' },
          ],
          is_error: true,
        },
        {
          type: 'tool_result',
          tool_use_id: 'call_3',
          content: [{ type: 'text', text: 'The call ended as denied.' }],
          is_error: true,
        },
        { type: 'tool_result', tool_use_id: 'call_4' },
      ],
      notes: ['png.x was left out: Anthropic takes only text from a call that failed'],
      breaches: [],
    })
  })

  it('[W4] files go as pictures, documents and texts, and of others a note', () => {
    const bytes = new TextEncoder().encode('Ähm')
    const kinds = ['image/webp', 'application/pdf', 'text/markdown', 'application/json', 'application/zip']
    const { body } = map([asked('See:', ...kinds.map(kind => file(kind, kind)))], {
      files: new Map(kinds.map(kind => [kind, bytes])),
    })
    const data = 'w4RobQ=='
    expect(body.messages[0]?.content).toEqual([
      { type: 'text', text: 'See:' },
      { type: 'image', source: { type: 'base64', media_type: 'image/webp', data } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data }, title: 'application/pdf.x' },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Ähm' }, title: 'text/markdown.x' },
      {
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: 'Ähm' },
        title: 'application/json.x',
      },
      { type: 'text', text: '[file "application/zip.x", application/zip, 3 bytes]' },
    ])
  })

  it('[C7] plain answers go without reasoning, sources and errors, and one that is nothing else is left out', () => {
    const { body, notes, breaches } = map([
      asked('One.'),
      answered(
        { kind: 'reasoning', text: 'hm', signature: 's' },
        { kind: 'source', url: 'https://example.org', title: null, citedText: null },
        text(' '),
      ),
      asked('Two.'),
    ])
    expect({ messages: body.messages, notes, breaches }).toEqual({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'One.' },
            { type: 'text', text: 'Two.' },
          ],
        },
      ],
      notes: ['msg_a says nothing to this model and was left out'],
      breaches: [],
    })
  })

  it('[C7] a native answer goes as the very blocks that were kept, in their order of fields', () => {
    const blocks = [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { zeta: 1, type: 'block_of_tomorrow', alpha: [{ b: 1, a: 2 }] },
      { type: 'text', text: 'Yes.' },
    ]
    const { body } = map([asked('Well?'), native(blocks), asked('Sure?')])
    expect(JSON.stringify(body)).toContain(JSON.stringify(blocks))
  })

  it('[C7] citations are left out behind a tool result, and nowhere else', () => {
    const cited = { type: 'text', text: 'A mark.', citations: [{ type: 'web_search_result_location', url: 'u' }] }
    const use = { type: 'tool_use', id: 'toolu_1', name: 'clock', input: {} }
    const { body, notes, breaches } = map(
      [
        asked('Well?'),
        native([cited, use], [{ callId: 'call_1', providerCallId: 'toolu_1' }]),
        resulted(result('call_1')),
        native([cited]),
        asked('Sure?'),
        native([cited]),
        asked('Really?'),
      ],
      { tools: declared },
    )
    expect({ answers: body.messages.filter(turn => turn.role === 'assistant'), notes, breaches }).toEqual({
      answers: [
        { role: 'assistant', content: [cited, use] },
        { role: 'assistant', content: [{ type: 'text', text: 'A mark.' }] },
        { role: 'assistant', content: [cited] },
      ],
      notes: ['citations of 1 earlier texts were left out: Anthropic refuses them after a tool result'],
      breaches: [],
    })
  })

  it('[C7] what Anthropic wrote and refuses to read again is left out and reported', () => {
    const { body, notes, breaches } = map([
      asked('Well?'),
      native([
        { type: 'text', text: 'Let me see.' },
        { type: 'text', text: '\n' },
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} },
      ]),
      asked('And?'),
    ])
    expect({ answer: body.messages[1], notes, breaches }).toEqual({
      answer: { role: 'assistant', content: [{ type: 'text', text: 'Let me see.' }] },
      notes: [
        '1 blank texts of earlier answers were left out: Anthropic refuses them',
        "1 calls of the provider's own tools were left out: they ended before their result",
      ],
      breaches: [],
    })
  })

  it('[R9] a paused answer goes back as it is, to be continued', () => {
    const paused = [{ type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} }]
    const { body, breaches } = map([asked('Well?'), native(paused)])
    expect({ messages: body.messages.slice(1), breaches }).toEqual({
      messages: [{ role: 'assistant', content: paused }],
      breaches: [],
    })
  })

  it('[FP-11] missing and repeated ids are replaced, and results follow', () => {
    const use = { type: 'tool_use', id: 'same', name: 'clock', input: {} }
    const { body, breaches } = map(
      [
        asked('Go.'),
        native(
          [use, use, { ...use, id: null }],
          [
            { callId: 'call_1', providerCallId: 'same' },
            { callId: 'call_2', providerCallId: 'same' },
            { callId: 'call_3', providerCallId: null },
          ],
        ),
        resulted(result('call_1'), result('call_2'), result('call_3')),
        answered(call('call_1')),
        resulted(result('call_1')),
      ],
      { tools: declared },
    )
    const ids = body.messages.map(turn => turn.content.map(block => block.id ?? block.tool_use_id ?? null))
    expect({ ids, breaches }).toEqual({
      ids: [[null], ['same', 'call_2', 'call_3'], ['same', 'call_2', 'call_3'], ['call_1'], ['call_1']],
      breaches: [],
    })
  })

  it('[C7] an answer in the words of another provider is no request of ours', () => {
    const foreign: RequestMessage = {
      ...asked('x'),
      form: 'native',
      messageId: 'msg_1',
      role: 'assistant',
      native: { protocol: 'gemini', content: {} },
      calls: [],
    }
    expect(() => map([asked('Well?'), foreign])).toThrow(ModelError)
  })

  describe('marks for the cache', () => {
    const marked = (message: RequestMessage): RequestMessage => ({ ...message, cacheMark: true })
    const system = [{ text: 'Be brief.', cacheMark: true }]

    it('[C14] are set on the last block of a marked message that may bear one, on a copy', () => {
      const kept = [
        { type: 'text', text: 'Yes.' },
        { type: 'thinking', thinking: 'hm', signature: 's' },
      ]
      const { body } = map(
        [marked(asked('One.', 'Two.')), marked(native([...kept, ...kept.slice(0, 1)])), asked('Well?')],
        {
          system,
        },
      )
      expect({ system: body.system, messages: body.messages.slice(0, 2), kept }).toEqual({
        system: [{ type: 'text', text: 'Be brief.', cache_control: mark }],
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'One.' },
              { type: 'text', text: 'Two.', cache_control: mark },
            ],
          },
          { role: 'assistant', content: [...kept, { type: 'text', text: 'Yes.', cache_control: mark }] },
        ],
        kept: [
          { type: 'text', text: 'Yes.' },
          { type: 'thinking', thinking: 'hm', signature: 's' },
        ],
      })
    })

    it('[C14] are at most four, the last ones', () => {
      const turns = Array.from({ length: 3 }, (_, n) => [
        marked(asked(`q${n}`)),
        marked(native([{ type: 'text', text: `a${n}` }])),
      ])
      const { body, notes, breaches } = map([...turns.flat(), asked('Well?')], { system })
      const blocks = [...(body.system ?? []), ...body.messages.flatMap(turn => turn.content)]
      expect({
        marked: blocks.filter(block => 'cache_control' in block).map(block => block.text),
        notes,
        breaches,
      }).toEqual({
        marked: ['q1', 'a1', 'q2', 'a2'],
        notes: ['3 cache marks were left out: Anthropic takes at most four'],
        breaches: [],
      })
    })

    it('[C14] are nowhere where the model takes none', () => {
      const { body } = map([marked(asked('One.'))], { system, facts: { caching: 'none' } })
      expect(JSON.stringify(body)).not.toContain('cache_control')
    })
  })

  it('[R9] a beginning is put behind the user’s last turn', () => {
    const { body, prefill, breaches } = map([asked('Well?')], { settings: { prefill: 'Well, \n' } })
    expect({ last: body.messages.at(-1), prefill, breaches }).toEqual({
      last: { role: 'assistant', content: [{ type: 'text', text: 'Well,' }] },
      prefill: 'Well,',
      breaches: [],
    })
  })

  it('[R9] an answer that broke off continues after its last word', () => {
    const { body, prefill, breaches } = map([asked('Well?'), native([{ type: 'text', text: 'Once upon ' }])], {
      settings: { prefill: 'Not again' },
    })
    expect({ last: body.messages.at(-1), prefill, breaches }).toEqual({
      last: { role: 'assistant', content: [{ type: 'text', text: 'Once upon' }] },
      prefill: '',
      breaches: [],
    })
  })

  it.each<[string, Partial<ModelFacts>, Partial<AnswerSettings>]>([
    ['while it reasons', {}, thinks],
    ['of a model that takes no beginning', { reasoning: 'effort' }, {}],
  ])('[R9] an answer that broke off, %s, is asked to continue', (_name, reported, settings) => {
    const { body, notes, breaches } = map([asked('Well?'), native([{ type: 'text', text: 'Once upon ' }])], {
      facts: reported,
      settings,
    })
    expect({ roles: body.messages.map(({ role }) => role), notes, breaches }).toEqual({
      roles: ['user', 'assistant', 'user'],
      notes: ['this model does not continue after its own last words, so it is asked to'],
      breaches: [],
    })
  })

  it('[P5] an exchange that began without thoughts is finished without a budget of them', () => {
    const messages = [asked('Go.'), answered(call('call_1')), resulted(result('call_1'))]
    const { body, notApplied, breaches } = map(messages, { settings: thinks, tools: declared })
    expect({ thinking: body.thinking, most: body.max_tokens, notApplied, breaches }).toEqual({
      thinking: undefined,
      most: 1536,
      notApplied: [
        {
          setting: 'reasoning.on',
          because: 'The current exchange began without reasoning, and Anthropic wants it finished without.',
        },
      ],
      breaches: [],
    })
    expect(map(messages, { settings: thinks, tools: declared, facts: { reasoning: 'effort' } }).body.thinking).toEqual({
      type: 'adaptive',
      display: 'summarized',
    })
  })

  it('[C18] calls without offered tools are named and not allowed', () => {
    const { body, notes, breaches } = map([asked('Go.'), answered(call('call_1')), resulted(result('call_1'))])
    expect({ tools: body.tools, choice: body.tool_choice, notes, breaches }).toEqual({
      tools: [{ name: 'clock', input_schema: { type: 'object' } }],
      choice: { type: 'none' },
      notes: [
        'no tools are offered; 1 that were called before are declared, since Anthropic refuses their calls otherwise',
      ],
      breaches: [],
    })
  })
})
