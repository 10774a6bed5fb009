import type { Json, ModelFacts } from '@stet/history'
import type { ProviderFixtures, WireCallFacts } from '../testing/provider-fixtures.ts'
import { chatScenarios, chunk, opening, stream } from './fixture-events.ts'

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

function callEntry({ id, tool, input }: WireCallFacts, index: number): Json {
  return { index, ...(id !== null && { id }), type: 'function', function: { name: tool, arguments: input } }
}

function say(words: string): readonly Json[] {
  const middle = Math.ceil(words.length / 2)
  return stream([{ content: words.slice(0, middle) }, { content: words.slice(middle) }])
}

const overloaded = {
  error: { message: 'The server is overloaded.', type: 'server_error', code: 'server_is_overloaded' },
}

export const chatFixtures: ProviderFixtures = {
  facts,
  streamType: 'text/event-stream',
  frame: event => `data: ${JSON.stringify(event)}\n\n`,
  terminator: ['data: [DONE]\n\n'],
  // The usage and `[DONE]` follow the reason for the end.
  trailing: 2,
  scenarios: chatScenarios,
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
    { name: 'an overload at the start', events: [overloaded], kind: 'overloaded', retryable: true, published: '' },
    {
      name: 'an overload in mid-stream',
      events: [...say('Hello there.').slice(0, 2), overloaded],
      kind: 'overloaded',
      retryable: true,
      published: 'Hello ',
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
      published: 'Hello ',
    },
    {
      name: 'a choice that failed',
      events: [
        opening,
        { choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { code: 429, message: 'Slower.' } }] },
      ],
      kind: 'rate-limited',
      retryable: true,
      published: '',
    },
    {
      name: 'an answer that ends as an error',
      events: [opening, chunk({ delta: { content: 'Hm' } }), chunk({ delta: {}, finish_reason: 'error' })],
      kind: 'protocol',
      retryable: false,
      published: 'Hm',
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
      name: '[FP-9] a context that is too long for a local server',
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
  recorded: [
    { file: 'xai-tool-call.chunks.txt', ends: 'complete' },
    { file: 'openai-text.chunks.txt', ends: 'complete' },
    { file: 'openai-text.json', ends: 'complete' },
  ],
}

function chunkError(code: number, message: string): { readonly [field: string]: Json } {
  return { id: 'gen-1', object: 'chat.completion.chunk', error: { code, message } }
}
