import type { Json, ModelFacts, Usage } from '@stet/history'
import type { Block } from '../claude/blocks.ts'
import type { ProviderFixtures, Scenario, Scenarios, WireCallFacts } from '../testing/provider-fixtures.ts'
import {
  blockEvents,
  endEvent,
  errorEvent,
  frame,
  json,
  MESSAGE,
  ping,
  start,
  startUsage,
  stop,
  stream,
  text,
  type Written,
  whole,
} from './fixture-events.ts'
import { fetchAnswer, fetchedParts, fetchWritten } from './fixture-fetch.ts'

const facts: ModelFacts = {
  definition: 'definition_1',
  protocol: 'anthropic',
  model: 'claude-test-1',
  name: 'Claude Test',
  contextWindow: 200_000,
  outputLimit: 64_000,
  takes: { images: true, files: true, tools: true },
  reasoning: 'budget',
  caching: 'marks',
}

const usage: Usage = { input: 21, cacheRead: 0, cacheWrite: 0, output: 34, reasoning: 0, webSearches: 0 }

/** A scenario that streams and comes whole alike. */
function scenario(
  written: readonly Written[],
  content: readonly Block[],
  expected: Pick<Scenario['expected'], 'parts'> & Partial<Scenario['expected']>,
  stopReason = 'end_turn',
): Scenario {
  return {
    events: stream(written, stopReason),
    whole: whole(content, stopReason),
    expected: { end: 'complete', usage, native: content, ...expected },
  }
}

const SIGNATURE = 'c2lnbmF0dXJlIG9mIHRoZSB0ZXN0'
const said = 'Grüße, “Stet” — 你好 👩🏽‍💻!'
const thought: Block = { type: 'thinking', thinking: 'Twelve and five: seventeen.', signature: SIGNATURE }
const thinking: Written = {
  block: { type: 'thinking', thinking: '', signature: '' },
  deltas: [
    { type: 'thinking_delta', thinking: 'Twelve and five: ' },
    { type: 'thinking_delta', thinking: 'seventeen.' },
    { type: 'thinking_delta', thinking: '' },
    { type: 'signature_delta', signature: SIGNATURE },
  ],
}
const reasoning = { kind: 'reasoning', text: 'Twelve and five: seventeen.', signature: SIGNATURE } as const
const thinks = { reasoning: { on: true, budgetTokens: 1024, effort: null, summary: null, level: null } } as const

const weather: Block = { type: 'tool_use', id: 'toolu_01', name: 'weather', input: { place: 'Zürich', days: 2 } }
const weatherCall: Written = {
  block: { type: 'tool_use', id: 'toolu_01', name: 'weather', input: {} },
  deltas: json('', '{"place":"Zü', 'rich","days"', ':2}'),
}
const weatherInput = '{"place":"Zürich","days":2}'
const clock: Block = { type: 'tool_use', id: 'toolu_02', name: 'clock', input: {} }
const clockCall: Written = { block: clock, deltas: json('') }

const cited: Json = {
  type: 'web_search_result_location',
  cited_text: 'A stet is a mark.',
  url: 'https://example.org/stet',
  title: 'Stet',
  encrypted_index: 'aW5kZXg=',
}
const search: Block = { type: 'server_tool_use', id: 'srvtoolu_01', name: 'web_search', input: { query: 'stet' } }
const found: Block = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_01',
  content: [
    {
      type: 'web_search_result',
      title: 'Stet',
      url: 'https://example.org/stet',
      encrypted_content: 'Y29udGVudA==',
      page_age: null,
    },
  ],
}

const texts = scenario([text('Grüße, “St', 'et” — 你好 👩🏽', '\u200d💻!')], [{ type: 'text', text: said }], {
  parts: [{ kind: 'text', text: said }],
})

const scenarios: Scenarios = {
  text: texts,
  thinking: {
    ...scenario([thinking, text('Seven', 'teen.')], [thought, { type: 'text', text: 'Seventeen.' }], {
      parts: [reasoning, { kind: 'text', text: 'Seventeen.' }],
    }),
    settings: thinks,
  },
  redactedThinking: {
    ...scenario(
      [{ block: { type: 'redacted_thinking', data: 'cmVkYWN0ZWQ=' }, deltas: [] }, text('Seventeen.')],
      [
        { type: 'redacted_thinking', data: 'cmVkYWN0ZWQ=' },
        { type: 'text', text: 'Seventeen.' },
      ],
      {
        parts: [
          { kind: 'reasoning', text: '', signature: 'cmVkYWN0ZWQ=' },
          { kind: 'text', text: 'Seventeen.' },
        ],
      },
    ),
    settings: thinks,
  },
  oneCall: {
    ...scenario(
      [text('Let me look.'), weatherCall],
      [{ type: 'text', text: 'Let me look.' }, weather],
      {
        parts: [
          { kind: 'text', text: 'Let me look.' },
          { kind: 'tool-call', tool: 'weather', input: weatherInput, providerCallId: 'toolu_01' },
        ],
      },
      'tool_use',
    ),
  },
  severalCalls: {
    ...scenario(
      [thinking, weatherCall, clockCall],
      [thought, weather, clock],
      {
        parts: [
          reasoning,
          { kind: 'tool-call', tool: 'weather', input: weatherInput, providerCallId: 'toolu_01' },
          { kind: 'tool-call', tool: 'clock', input: '', providerCallId: 'toolu_02' },
        ],
      },
      'tool_use',
    ),
    settings: thinks,
  },
  noArgumentCall: scenario(
    [clockCall],
    [clock],
    { parts: [{ kind: 'tool-call', tool: 'clock', input: '', providerCallId: 'toolu_02' }] },
    'tool_use',
  ),
  webSearch: {
    events: [
      start,
      ...blockEvents({ block: { ...search, input: {} }, deltas: json('', '{"query":', '"stet"}') }, 0),
      ...blockEvents({ block: found, deltas: [] }, 1),
      ...blockEvents(text('It is '), 2),
      ...blockEvents(
        {
          block: { citations: [], type: 'text', text: '' },
          deltas: [
            { type: 'citations_delta', citation: cited },
            { type: 'text_delta', text: 'a mark' },
          ],
        },
        3,
      ),
      ...blockEvents(text('.'), 4),
      endEvent('end_turn', {
        input_tokens: 900,
        output_tokens: 34,
        server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
      }),
      stop,
    ],
    whole: {
      ...MESSAGE,
      content: [
        search,
        found,
        { type: 'text', text: 'It is ' },
        { citations: [cited], type: 'text', text: 'a mark' },
        { type: 'text', text: '.' },
      ],
      stop_reason: 'end_turn',
      usage: {
        ...startUsage,
        input_tokens: 900,
        output_tokens: 34,
        server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
      },
    },
    settings: { webSearch: true },
    expected: {
      end: 'complete',
      parts: [
        { kind: 'provider-call', tool: 'web_search', input: '{"query":"stet"}', outcome: 'done' },
        { kind: 'source', url: 'https://example.org/stet', title: 'Stet', citedText: null },
        { kind: 'text', text: 'It is a mark.' },
        { kind: 'source', url: 'https://example.org/stet', title: 'Stet', citedText: 'A stet is a mark.', at: 12 },
      ],
      usage: { ...usage, input: 900, webSearches: 1 },
      native: [
        search,
        found,
        { type: 'text', text: 'It is ' },
        { citations: [cited], type: 'text', text: 'a mark' },
        { type: 'text', text: '.' },
      ],
    },
  },
  webFetch: { ...scenario(fetchWritten, fetchAnswer, { parts: fetchedParts }), settings: { webFetch: true } },
  refusal: scenario(
    [text('I would rather')],
    [{ type: 'text', text: 'I would rather' }],
    { end: 'refused', parts: [{ kind: 'text', text: 'I would rather' }] },
    'refusal',
  ),
  length: scenario(
    [text('Once upon', ' a')],
    [{ type: 'text', text: 'Once upon a' }],
    { end: 'length', parts: [{ kind: 'text', text: 'Once upon a' }] },
    'max_tokens',
  ),
  cacheUsage: {
    events: [
      {
        type: 'message_start',
        message: {
          ...MESSAGE,
          content: [],
          stop_reason: null,
          usage: {
            ...startUsage,
            input_tokens: 7,
            cache_read_input_tokens: 4000,
            cache_creation_input_tokens: 500,
            cache_creation: { ephemeral_5m_input_tokens: 300, ephemeral_1h_input_tokens: 200 },
          },
        },
      },
      ...blockEvents(text('Sure.'), 0),
      endEvent('end_turn', {
        input_tokens: 7,
        cache_read_input_tokens: null,
        output_tokens: 60,
        output_tokens_details: { thinking_tokens: 40 },
        server_tool_use: { web_search_requests: 2, web_fetch_requests: 1 },
      }),
      stop,
    ],
    whole: {
      ...MESSAGE,
      content: [{ type: 'text', text: 'Sure.' }],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: 7,
        cache_read_input_tokens: 4000,
        cache_creation_input_tokens: 500,
        cache_creation: { ephemeral_5m_input_tokens: 300, ephemeral_1h_input_tokens: 200 },
        output_tokens: 60,
        output_tokens_details: { thinking_tokens: 40 },
        server_tool_use: { web_search_requests: 2, web_fetch_requests: 1 },
      },
    },
    expected: {
      end: 'complete',
      parts: [{ kind: 'text', text: 'Sure.' }],
      usage: { input: 7, cacheRead: 4000, cacheWrite: 500, output: 60, reasoning: 40, webSearches: 2 },
      native: [{ type: 'text', text: 'Sure.' }],
    },
  },
  duplicatedStart: { ...texts, events: [start, ...texts.events] },
  splicedStart: {
    ...texts,
    events: [
      ...texts.events.slice(0, 5),
      { type: 'message_start', message: { ...MESSAGE, id: 'msg_02', content: [], usage: { output_tokens: 900 } } },
      ...texts.events.slice(5),
    ],
  },
  unknownContent: {
    events: [
      start,
      { type: 'event_of_tomorrow', payload: [1, 2] },
      ...blockEvents(
        {
          block: { type: 'block_of_tomorrow', zeta: 1, alpha: { nested: ['kept'] } },
          deltas: [{ type: 'delta_of_tomorrow', more: 'kept' }],
        },
        0,
      ),
      ...blockEvents(text('Sure.'), 1),
      endEvent('stop_of_tomorrow'),
      stop,
    ],
    whole: whole(
      [
        { type: 'block_of_tomorrow', zeta: 1, alpha: { nested: ['kept'] }, more: 'kept' },
        { type: 'text', text: 'Sure.' },
      ],
      'stop_of_tomorrow',
    ),
    expected: {
      end: 'complete',
      parts: [{ kind: 'text', text: 'Sure.' }],
      usage,
      native: [
        { type: 'block_of_tomorrow', zeta: 1, alpha: { nested: ['kept'] }, more: 'kept' },
        { type: 'text', text: 'Sure.' },
      ],
    },
  },
  madeFile: { absent: 'its models make no files' },
}

function say(words: string): readonly Json[] {
  const middle = Math.ceil(words.length / 2)
  return stream([text(words.slice(0, middle), words.slice(middle))]).filter(event => event !== ping)
}

function call(calls: readonly WireCallFacts[]): readonly Json[] {
  return stream(
    calls.map(({ id, tool, input }) => ({
      block: { type: 'tool_use', ...(id === null ? {} : { id }), name: tool, input: {} },
      deltas: json(input.slice(0, 5), input.slice(5)),
    })),
    'tool_use',
  )
}

function withUsage(reported: Json, atStart: Json = startUsage): readonly Json[] {
  return [
    { type: 'message_start', message: { ...MESSAGE, content: [], stop_reason: null, usage: atStart } },
    ...blockEvents(text('Sure.'), 0),
    endEvent('end_turn', reported),
    stop,
  ]
}

export const anthropicFixtures: ProviderFixtures = {
  facts,
  streamType: 'text/event-stream',
  frame,
  terminator: [],
  scenarios,
  say,
  call,
  brokenUsage: {
    missing: withUsage(null, null),
    'without the output': withUsage({ input_tokens: 3 }),
    negative: withUsage({ output_tokens: -5 }),
    null: withUsage({ output_tokens: 5 }, { input_tokens: null }),
    'a word': withUsage({ output_tokens: 'many' }),
  },
  failures: [
    {
      name: 'an overload at the very start',
      events: [errorEvent('overloaded_error', 'Overloaded')],
      kind: 'overloaded',
      retryable: true,
      published: '',
    },
    {
      name: 'an overload in mid-stream',
      events: [
        start,
        ...blockEvents(text('Once ', 'upon'), 0).slice(0, 3),
        errorEvent('overloaded_error', 'Overloaded'),
      ],
      kind: 'overloaded',
      retryable: true,
      published: 'Once upon',
    },
    {
      name: 'a permission that ends in mid-stream',
      events: [start, ...blockEvents(text('Once'), 0), errorEvent('permission_error', 'Your key was revoked')],
      kind: 'auth',
      retryable: false,
      published: 'Once',
    },
  ],
  refusals: [
    {
      name: 'a prompt that is too long',
      status: 400,
      body: errorEvent('invalid_request_error', 'prompt is too long: 210000 tokens, 200000 at most'),
      kind: 'context-too-long',
      retryable: false,
    },
    {
      name: 'a signature that does not hold',
      status: 400,
      body: errorEvent('invalid_request_error', 'messages.1.content.0: Invalid `signature` in `thinking` block'),
      kind: 'replay-refused',
      retryable: false,
    },
    {
      name: 'an account without credit',
      status: 400,
      body: errorEvent('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
      kind: 'auth',
      retryable: false,
    },
    {
      name: 'a spend limit',
      status: 429,
      body: {
        type: 'error',
        error: {
          type: 'rate_limit_error',
          message: 'Your spend limit is reached',
          details: { error_code: 'enforced_spend_limit_reached' },
        },
      },
      kind: 'rate-limited',
      retryable: false,
    },
    {
      name: 'an overload',
      status: 529,
      body: errorEvent('overloaded_error', 'Overloaded'),
      kind: 'overloaded',
      retryable: true,
    },
  ],
  recorded: [
    { file: 'anthropic-text.chunks.txt', ends: 'complete' },
    { file: 'anthropic-text.json', ends: 'complete' },
    { file: 'anthropic-clear-thinking.1.chunks.txt', ends: 'complete' },
    { file: 'anthropic-json-other-tool.1.chunks.txt', ends: 'complete' },
    { file: 'anthropic-memory-20250818.1.json', ends: 'complete' },
    { file: 'anthropic-tool-no-args.chunks.txt', ends: 'complete' },
    { file: 'anthropic-tool-no-args.json', ends: 'complete' },
    { file: 'anthropic-web-search-tool.1.chunks.txt', ends: 'complete' },
    { file: 'duplicate-message-start.chunks.txt', ends: 'complete' },
    // Chat Completions behind another family's name: nothing of it is ours.
    { file: 'anthropic-fallback-tool-call.sse', ends: 'protocol' },
  ],
}
