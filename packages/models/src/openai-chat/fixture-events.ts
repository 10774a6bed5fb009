import type { Json, Usage } from '@stet/history'
import type { Scenario, Scenarios } from '../testing/provider-fixtures.ts'

const rawUsage = { prompt_tokens: 12, completion_tokens: 8, total_tokens: 20 }
const usage: Usage = { input: 12, cacheRead: 0, cacheWrite: 0, output: 8, reasoning: 0, webSearches: 0 }

export function chunk(
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

export const opening = chunk({ delta: { role: 'assistant', content: '' } })

/** A whole answer in these deltas. */
export function stream(deltas: readonly Json[], reason = 'stop', reported: Json = rawUsage): readonly Json[] {
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
    parts: [
      { kind: 'reasoning', text: '', signature: 'ZW5jcnlwdGVk' },
      { kind: 'text', text: 'Four.' },
    ],
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
      { kind: 'source', url: 'https://example.org/stet', title: 'Stet', citedText: 'let it stand', at: 12 },
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

/** Answers written by hand, in the forms of OpenAI, OpenRouter and others. */
export const chatScenarios: Scenarios = {
  text,
  thinking,
  redactedThinking,
  oneCall,
  severalCalls,
  noArgumentCall,
  webSearch,
  webFetch: { absent: 'OpenRouter does not say what it fetched' },
  refusal,
  length,
  cacheUsage,
  duplicatedStart,
  splicedStart,
  unknownContent,
  madeFile,
}
