import type { Json, ModelFacts, Usage } from '@stet/history'
import type { ProviderFixtures, Scenario, WireCallFacts } from '../testing/provider-fixtures.ts'

const facts: ModelFacts = {
  definition: 'definition_1',
  protocol: 'openai-chat',
  model: 'some-model',
  name: 'Some model',
  contextWindow: 128_000,
  outputLimit: null,
  takes: { images: true, files: true, tools: true },
  reasoning: 'effort',
  caching: 'automatic',
}

const rawUsage = { prompt_tokens: 12, completion_tokens: 8, total_tokens: 20 }
const usage: Usage = { input: 12, cacheRead: 0, cacheWrite: 0, output: 8, reasoning: 0, webSearches: 0 }

function chunk(
  choice: { readonly delta: Json; readonly finish_reason?: string },
  extra: { readonly [field: string]: Json } = {},
): Json {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'some-model',
    choices: [{ index: 0, finish_reason: null, ...choice }],
    ...extra,
  }
}

function figures(reported: Json = rawUsage): Json {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'some-model',
    choices: [],
    usage: reported,
  }
}

const opening = chunk({ delta: { role: 'assistant', content: '' } })

/** A whole answer in these deltas. */
function stream(deltas: readonly Json[], reason = 'stop', reported: Json = rawUsage): readonly Json[] {
  return [
    opening,
    ...deltas.map(delta => chunk({ delta })),
    chunk({ delta: {}, finish_reason: reason }),
    figures(reported),
  ]
}

function whole(message: { readonly [field: string]: Json }, reason = 'stop', reported: Json = rawUsage): Json {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'some-model',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: reason }],
    usage: reported,
  }
}

function callEntry({ id, tool, input }: WireCallFacts, index: number): Json {
  return { index, ...(id !== null && { id }), type: 'function', function: { name: tool, arguments: input } }
}

const text: Scenario = {
  events: stream([{ content: 'Grüße, ' }, { content: '世界 ' }, { content: '👩🏽‍💻!' }]),
  whole: whole({ content: 'Grüße, 世界 👩🏽‍💻!', refusal: null }),
  expected: {
    end: 'complete',
    parts: [{ kind: 'text', text: 'Grüße, 世界 👩🏽‍💻!' }],
    usage,
    native: { role: 'assistant', content: 'Grüße, 世界 👩🏽‍💻!' },
  },
}

const signed = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 }

const thinking: Scenario = {
  events: stream([
    { reasoning: 'Two and ', reasoning_details: [{ ...signed, text: 'Two and ' }] },
    { reasoning: 'two.', reasoning_details: [{ ...signed, text: 'two.' }] },
    { reasoning_details: [{ ...signed, signature: 'c2lnbmVk' }] },
    { content: 'Four.' },
  ]),
  whole: whole({
    content: 'Four.',
    reasoning: 'Two and two.',
    reasoning_details: [{ ...signed, text: 'Two and two.', signature: 'c2lnbmVk' }],
  }),
  expected: {
    end: 'complete',
    parts: [
      { kind: 'reasoning', text: 'Two and two.', signature: 'c2lnbmVk' },
      { kind: 'text', text: 'Four.' },
    ],
    usage,
    native: {
      role: 'assistant',
      content: 'Four.',
      reasoning: 'Two and two.',
      reasoning_details: [{ ...signed, text: 'Two and two.', signature: 'c2lnbmVk' }],
    },
  },
}

const encrypted = {
  type: 'reasoning.encrypted',
  data: 'ZW5jcnlwdGVk',
  id: 'rs_1',
  format: 'openai-responses-v1',
  index: 0,
}

const redactedThinking: Scenario = {
  events: stream([{ reasoning_details: [encrypted] }, { content: 'Four.' }]),
  whole: whole({ content: 'Four.', reasoning_details: [encrypted] }),
  expected: {
    end: 'complete',
    parts: [{ kind: 'text', text: 'Four.' }],
    usage,
    native: { role: 'assistant', content: 'Four.', reasoning_details: [encrypted] },
  },
}

const clock = { id: 'call_a1', type: 'function', function: { name: 'clock', arguments: '{"zone":"UTC"}' } }
const weather = { id: 'call_b2', type: 'function', function: { name: 'weather', arguments: '{"city":"Köln"}' } }

const oneCall: Scenario = {
  events: stream(
    [
      { content: 'Let me look.' },
      { tool_calls: [{ index: 0, id: 'call_a1', type: 'function', function: { name: 'clock', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"zone":' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '"UTC"}' } }] },
    ],
    'tool_calls',
  ),
  whole: whole({ content: 'Let me look.', tool_calls: [clock] }, 'tool_calls'),
  expected: {
    end: 'complete',
    parts: [
      { kind: 'text', text: 'Let me look.' },
      { kind: 'tool-call', tool: 'clock', input: '{"zone":"UTC"}', providerCallId: 'call_a1' },
    ],
    usage,
    native: { role: 'assistant', content: 'Let me look.', tool_calls: [clock] },
  },
}

const severalCalls: Scenario = {
  events: stream(
    [
      { tool_calls: [{ index: 0, id: 'call_a1', type: 'function', function: { name: 'clock', arguments: '' } }] },
      {
        tool_calls: [
          { index: 1, id: 'call_b2', type: 'function', function: { name: 'weather', arguments: '{"city":' } },
        ],
      },
      { tool_calls: [{ index: 0, function: { arguments: '{"zone":"UTC"}' } }] },
      { tool_calls: [{ index: 1, function: { arguments: '"Köln"}' } }] },
    ],
    'tool_calls',
  ),
  whole: whole({ content: null, tool_calls: [clock, weather] }, 'tool_calls'),
  expected: {
    end: 'complete',
    parts: [
      { kind: 'tool-call', tool: 'clock', input: '{"zone":"UTC"}', providerCallId: 'call_a1' },
      { kind: 'tool-call', tool: 'weather', input: '{"city":"Köln"}', providerCallId: 'call_b2' },
    ],
    usage,
    native: { role: 'assistant', content: '', tool_calls: [clock, weather] },
  },
}

const bare = { id: 'call_a1', type: 'function', function: { name: 'clock', arguments: '' } }

const noArgumentCall: Scenario = {
  events: stream([{ tool_calls: [{ index: 0, ...bare }] }], 'tool_calls'),
  whole: whole({ content: null, tool_calls: [bare] }, 'tool_calls'),
  expected: {
    end: 'complete',
    parts: [{ kind: 'tool-call', tool: 'clock', input: '', providerCallId: 'call_a1' }],
    usage,
    native: { role: 'assistant', content: '', tool_calls: [bare] },
  },
}

const citation = {
  type: 'url_citation',
  url_citation: {
    url: 'https://example.org/stet',
    title: 'Stet',
    content: 'let it stand',
    start_index: 0,
    end_index: 12,
  },
}
const searchUsage = { ...rawUsage, server_tool_use: { web_search_requests: 1 } }

const webSearch: Scenario = {
  events: stream(
    [{ content: 'It means let it stand.' }, { annotations: [citation] }, { annotations: [citation] }],
    'stop',
    searchUsage,
  ),
  whole: whole({ content: 'It means let it stand.', annotations: [citation, citation] }, 'stop', searchUsage),
  settings: { webSearch: true },
  expected: {
    end: 'complete',
    parts: [
      { kind: 'text', text: 'It means let it stand.' },
      { kind: 'source', url: 'https://example.org/stet', title: 'Stet', citedText: 'let it stand' },
    ],
    usage: { ...usage, webSearches: 1 },
    native: { role: 'assistant', content: 'It means let it stand.', annotations: [citation, citation] },
  },
}

const refusal: Scenario = {
  events: stream([{ refusal: 'I cannot ' }, { refusal: 'help with that.' }]),
  whole: whole({ content: null, refusal: 'I cannot help with that.' }),
  expected: {
    end: 'refused',
    parts: [{ kind: 'text', text: 'I cannot help with that.' }],
    usage,
    native: { role: 'assistant', content: '', refusal: 'I cannot help with that.' },
  },
}

const length: Scenario = {
  events: stream([{ content: 'Once upon ' }, { content: 'a' }], 'length'),
  whole: whole({ content: 'Once upon a' }, 'length'),
  expected: {
    end: 'length',
    parts: [{ kind: 'text', text: 'Once upon a' }],
    usage,
    native: { role: 'assistant', content: 'Once upon a' },
  },
}

const cacheReport = {
  prompt_tokens: 1000,
  completion_tokens: 60,
  total_tokens: 1060,
  prompt_tokens_details: { cached_tokens: 700, cache_write_tokens: 200 },
  completion_tokens_details: { reasoning_tokens: 40 },
}

const cacheUsage: Scenario = {
  events: stream([{ content: 'Yes.' }], 'stop', cacheReport),
  whole: whole({ content: 'Yes.' }, 'stop', cacheReport),
  expected: {
    end: 'complete',
    parts: [{ kind: 'text', text: 'Yes.' }],
    usage: { input: 100, cacheRead: 700, cacheWrite: 200, output: 60, reasoning: 40, webSearches: 0 },
    native: { role: 'assistant', content: 'Yes.' },
  },
}

const hello = {
  end: 'complete',
  parts: [{ kind: 'text', text: 'Hello there.' }],
  usage,
  native: { role: 'assistant', content: 'Hello there.' },
} as const

const duplicatedStart: Scenario = {
  events: [opening, ...stream([{ content: 'Hello ' }, { content: 'there.' }])],
  whole: null,
  expected: hello,
}

const splicedStart: Scenario = {
  events: stream([{ content: 'Hello ' }, { role: 'assistant', content: '' }, { content: 'there.' }]),
  whole: null,
  expected: hello,
}

const strange = { musings: [{ type: 'musing', note: 'kept' }], extra: { google: { thought: 'x' } } }

const unknownContent: Scenario = {
  events: [
    { object: 'chat.completion.heartbeat', beat: 1 },
    ...stream([
      { content: 'Hello ' },
      { content: 'there.', musings: [{ type: 'musing', note: 'kept' }] },
      { extra: { google: { thought: 'x' } } },
    ]),
  ],
  whole: whole({ content: 'Hello there.', ...strange }),
  expected: { ...hello, native: { role: 'assistant', content: 'Hello there.', ...strange } },
}

const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0=' } }

const madeFile: Scenario = {
  events: stream([{ content: 'Here.' }, { images: [picture] }]),
  whole: whole({ content: 'Here.', images: [picture] }),
  expected: {
    end: 'complete',
    parts: [
      { kind: 'text', text: 'Here.' },
      {
        kind: 'made-file',
        name: 'picture-1.png',
        mediaType: 'image/png',
        bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d),
      },
    ],
    usage,
    native: { role: 'assistant', content: 'Here.', images: [picture] },
  },
}

function say(words: string): readonly Json[] {
  const middle = Math.ceil(words.length / 2)
  return stream([{ content: words.slice(0, middle) }, { content: words.slice(middle) }])
}

const overloaded = {
  error: { message: 'The server is overloaded.', type: 'server_error', code: 'server_is_overloaded' },
}

/** Answers of our own writing, in the forms that OpenAI, OpenRouter and others have for them. */
export const chatFixtures: ProviderFixtures = {
  facts,
  streamType: 'text/event-stream',
  frame: event => `data: ${JSON.stringify(event)}\n\n`,
  terminator: ['data: [DONE]\n\n'],
  scenarios: {
    text,
    thinking,
    redactedThinking,
    oneCall,
    severalCalls,
    noArgumentCall,
    webSearch,
    refusal,
    length,
    cacheUsage,
    duplicatedStart,
    splicedStart,
    unknownContent,
    madeFile,
  },
  say,
  call: calls =>
    stream(
      calls.map((call, index) => ({ tool_calls: [callEntry(call, index)] })),
      'tool_calls',
    ),
  brokenUsage: {
    missing: stream([{ content: 'Hi.' }]).slice(0, -1),
    negative: stream([{ content: 'Hi.' }], 'stop', { prompt_tokens: -1, completion_tokens: 2 }),
    null: stream([{ content: 'Hi.' }], 'stop', { prompt_tokens: null, completion_tokens: 2 }),
    'a word': stream([{ content: 'Hi.' }], 'stop', { prompt_tokens: 'many', completion_tokens: 2 }),
  },
  failures: [
    { name: 'an overload at the start', events: [overloaded], kind: 'overloaded', retryable: true, told: '' },
    {
      name: 'an overload in mid-stream',
      events: [...say('Hello there.').slice(0, 2), overloaded],
      kind: 'overloaded',
      retryable: true,
      told: 'Hello ',
    },
    {
      name: 'a provider behind a router that fails in mid-stream',
      events: [
        ...say('Hello there.').slice(0, 2),
        {
          ...chunkError(502, 'Provider returned error'),
          choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
        },
      ],
      kind: 'overloaded',
      retryable: true,
      told: 'Hello ',
    },
    {
      name: 'a choice that failed',
      events: [
        opening,
        { choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { code: 429, message: 'Slower.' } }] },
      ],
      kind: 'rate-limited',
      retryable: true,
      told: '',
    },
    {
      name: 'an answer that ends as an error',
      events: [opening, chunk({ delta: { content: 'Hm' } }), chunk({ delta: {}, finish_reason: 'error' })],
      kind: 'protocol',
      retryable: false,
      told: 'Hm',
    },
  ],
  refusals: [
    {
      name: '[FP-9] a context that is too long',
      status: 400,
      body: {
        error: {
          message: "This model's maximum context length is 8192 tokens.",
          type: 'invalid_request_error',
          code: 'context_length_exceeded',
        },
      },
      kind: 'context-too-long',
      retryable: false,
    },
    {
      name: '[FP-9] a context that is too long for a server at home',
      status: 400,
      body: {
        error: {
          code: 400,
          message: 'the request exceeds the available context size',
          type: 'exceed_context_size_error',
        },
      },
      kind: 'context-too-long',
      retryable: false,
    },
    {
      name: '[FP-6] a spent account',
      status: 429,
      body: {
        error: { message: 'You exceeded your current quota.', type: 'insufficient_quota', code: 'insufficient_quota' },
      },
      kind: 'rate-limited',
      retryable: false,
    },
    {
      name: '[FP-8] a key that is refused as a bad request',
      status: 400,
      body: { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: test.' },
      kind: 'auth',
      retryable: false,
    },
    {
      name: '[P4] a prompt that was filtered',
      status: 400,
      body: { error: { message: 'The response was filtered.', type: null, code: 'content_filter' } },
      kind: 'refused',
      retryable: false,
    },
    {
      name: '[P4] a prompt that a router flagged',
      status: 403,
      body: {
        error: {
          code: 403,
          message: 'The input was rejected',
          metadata: { reasons: ['violence'], flagged_input: 'x' },
        },
      },
      kind: 'refused',
      retryable: false,
    },
    {
      name: '[C7] reasoning that cannot be read again',
      status: 400,
      body: {
        error: { message: 'Function call is missing a thought_signature.', code: 400, status: 'INVALID_ARGUMENT' },
      },
      kind: 'replay-refused',
      retryable: false,
    },
    {
      name: '[P5] a field that is refused',
      status: 422,
      body: { detail: [{ type: 'extra_forbidden', loc: ['body', 'top_k'], msg: 'Extra inputs are not permitted' }] },
      kind: 'invalid-request',
      retryable: false,
    },
  ],
  recorded: [{ file: 'xai-tool-call.chunks.txt', ends: 'complete' }],
}

function chunkError(code: number, message: string): { readonly [field: string]: Json } {
  return { id: 'gen-1', object: 'chat.completion.chunk', error: { code, message } }
}
