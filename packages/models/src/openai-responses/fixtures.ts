import type { Json, ModelFacts, Usage } from '@stet/history'
import type { AnsweredPart } from '../model-event.ts'
import type { ProviderFixtures, Scenario, WireCallFacts } from '../testing/provider-fixtures.ts'
import type { JsonObject } from '../transport/json-field.ts'
import { toBase64 } from '../transport/to-base64.ts'
import { eventsOf, numbered, responseOf, usage } from './fixture-events.ts'

export const facts: ModelFacts = {
  definition: 'definition_1',
  protocol: 'openai-responses',
  model: 'gpt-5.2',
  name: 'gpt-5.2',
  contextWindow: 400_000,
  outputLimit: 128_000,
  takes: { images: true, files: true, tools: true },
  reasoning: 'effort',
  caching: 'automatic',
}

const used: Usage = { input: 20, cacheRead: 0, cacheWrite: 0, output: 10, reasoning: 0, webSearches: 0 }

interface ScenarioFacts extends Partial<Omit<Scenario['expected'], 'parts' | 'native'>> {
  readonly response?: JsonObject
  readonly events?: readonly JsonObject[]
}

function scenario(
  output: readonly JsonObject[],
  parts: readonly AnsweredPart[],
  { response, events, ...expected }: ScenarioFacts = {},
): Scenario {
  return {
    events: events ?? eventsOf(output, response),
    whole: responseOf(output, response),
    expected: { end: 'complete', usage: used, ...expected, parts, native: output },
  }
}

function message(text: string, annotations: readonly Json[] = []): JsonObject {
  return {
    id: 'msg_1',
    type: 'message',
    status: 'completed',
    content: [{ type: 'output_text', annotations, logprobs: [], text }],
    role: 'assistant',
  }
}

function reasoning(summary: readonly string[], encrypted: string): JsonObject {
  return {
    id: `rs_${encrypted}`,
    type: 'reasoning',
    encrypted_content: encrypted,
    summary: summary.map(text => ({ type: 'summary_text', text })),
  }
}

function functionCall({ id, tool, input }: WireCallFacts, index = 0): JsonObject {
  const call = { id: `fc_${index}`, type: 'function_call', status: 'completed', arguments: input, name: tool }
  return id === null ? call : { ...call, call_id: id }
}

function called({ id, tool, input }: WireCallFacts): AnsweredPart {
  return { kind: 'tool-call', tool, input, providerCallId: id }
}

const TEXT = 'Grüße aus Zürich: 東京 and 👩‍🚀, in pieces.'
const hello = message(TEXT)
const saidHello: AnsweredPart = { kind: 'text', text: TEXT }

const weather: WireCallFacts = { id: 'call_w1', tool: 'get_weather', input: '{"city":"Zürich","days":3}' }
const clock: WireCallFacts = { id: 'call_c1', tool: 'read_clock', input: '{"zone":"Asia/Tokyo"}' }
const bare: WireCallFacts = { id: 'call_n1', tool: 'list_files', input: '{}' }

const CITED = 'The lake froze in 1963 ([ice.example](https://ice.example/1963?utm_source=openai)).'
const search: JsonObject = {
  id: 'ws_1',
  type: 'web_search_call',
  status: 'completed',
  action: {
    type: 'search',
    queries: ['lake frozen year'],
    query: 'lake frozen year',
    sources: [
      { type: 'url', url: 'https://ice.example/1963' },
      { type: 'url', url: 'https://lakes.example/list' },
    ],
  },
}
const opened: JsonObject = {
  id: 'ws_2',
  type: 'web_search_call',
  status: 'completed',
  action: { type: 'open_page', url: 'https://ice.example/1963' },
}
const citation: JsonObject = {
  type: 'url_citation',
  start_index: 23,
  end_index: 82,
  title: 'The winter of 1963',
  url: 'https://ice.example/1963?utm_source=openai',
}

const DECLINED = 'I cannot help with that.'
const refusal: JsonObject = { ...message(''), content: [{ type: 'refusal', refusal: DECLINED }] }

const spliced = eventsOf([hello])
const unknown: JsonObject = { id: 'xy_1', type: 'telepathy_call', status: 'completed', thought: { of: ['you', 2] } }
const picture = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 255])

function failed(error: JsonObject): JsonObject {
  return { type: 'response.failed', response: responseOf([], { status: 'failed', error, usage: null }) }
}

/** The answer up to its second delta, and then this. */
function inMidStream(event: JsonObject): readonly JsonObject[] {
  return numbered([...eventsOf([hello]).slice(0, 5), event])
}

const PUBLISHED = [...TEXT].slice(0, 8).join('')
const begun = eventsOf([]).slice(0, 2)

export const fixtures: ProviderFixtures = {
  facts,
  streamType: 'text/event-stream',
  frame: event => `event: ${isTyped(event) ? event.type : ''}\ndata: ${JSON.stringify(event)}\n\n`,
  corrects: true,
  terminator: [],
  scenarios: {
    text: scenario([hello], [saidHello]),
    thinking: scenario(
      [reasoning(['**Looking**\n\nat it.', 'And again.'], 'sealed-1'), hello],
      [{ kind: 'reasoning', text: '**Looking**\n\nat it.\n\nAnd again.', signature: 'sealed-1' }, saidHello],
    ),
    redactedThinking: scenario(
      [reasoning([], 'sealed-2'), hello],
      [{ kind: 'reasoning', text: '', signature: 'sealed-2' }, saidHello],
    ),
    oneCall: scenario(
      [reasoning([], 'sealed-3'), functionCall(weather)],
      [{ kind: 'reasoning', text: '', signature: 'sealed-3' }, called(weather)],
    ),
    severalCalls: scenario(
      [message('Both at once.'), functionCall(weather, 0), functionCall(clock, 1)],
      [{ kind: 'text', text: 'Both at once.' }, called(weather), called(clock)],
    ),
    noArgumentCall: scenario([functionCall(bare)], [called(bare)]),
    webSearch: {
      ...scenario(
        [reasoning([], 'sealed-4'), search, reasoning([], 'sealed-5'), opened, message(CITED, [citation])],
        [
          { kind: 'reasoning', text: '', signature: 'sealed-4' },
          { kind: 'provider-call', tool: 'web_search', input: 'lake frozen year', outcome: 'done' },
          { kind: 'reasoning', text: '', signature: 'sealed-5' },
          { kind: 'provider-call', tool: 'web_search', input: 'https://ice.example/1963', outcome: 'done' },
          { kind: 'text', text: CITED },
          {
            kind: 'source',
            url: 'https://ice.example/1963?utm_source=openai',
            title: 'The winter of 1963',
            citedText: '([ice.example](https://ice.example/1963?utm_source=openai))',
            at: 82,
          },
          { kind: 'source', url: 'https://lakes.example/list', title: null, citedText: null },
        ],
        { usage: { ...used, webSearches: 1 } },
      ),
      settings: { webSearch: true },
    },
    webFetch: { absent: 'its web search opens pages; there is no other fetch' },
    refusal: scenario([refusal], [{ kind: 'text', text: DECLINED }], { end: 'refused' }),
    length: scenario([{ ...hello, status: 'incomplete' }], [saidHello], {
      end: 'length',
      response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
    }),
    cacheUsage: scenario([hello], [saidHello], {
      response: {
        usage: {
          input_tokens: 5000,
          input_tokens_details: { cache_write_tokens: 600, cached_tokens: 4000 },
          output_tokens: 300,
          output_tokens_details: { reasoning_tokens: 250 },
          total_tokens: 5300,
        },
      },
      usage: { input: 400, cacheRead: 4000, cacheWrite: 600, output: 300, reasoning: 250, webSearches: 0 },
    }),
    duplicatedStart: scenario([hello], [saidHello], {
      events: [...spliced.slice(0, 1), ...spliced.slice(0, 3), ...spliced.slice(2)],
    }),
    splicedStart: scenario([hello], [saidHello], { events: [...spliced.slice(0, 6), ...spliced] }),
    unknownContent: scenario([unknown, hello], [saidHello], {
      events: eventsOf([unknown, hello]).flatMap(event => [{ type: 'response.weather_changed', delta: 7 }, event]),
    }),
    madeFile: scenario(
      [
        {
          id: 'ig_1',
          type: 'image_generation_call',
          status: 'completed',
          output_format: 'png',
          result: toBase64(picture),
        },
        hello,
      ],
      [{ kind: 'made-file', name: 'image.png', mediaType: 'image/png', bytes: picture }, saidHello],
    ),
  },
  say: text => eventsOf([message(text)]),
  call: calls => eventsOf(calls.map(functionCall)),
  brokenUsage: {
    missing: eventsOf([hello], { usage: null }),
    negative: eventsOf([hello], { usage: { ...usage, output_tokens: -10 } }),
    null: eventsOf([hello], { usage: { ...usage, input_tokens: null } }),
    'a word': eventsOf([hello], { usage: { ...usage, output_tokens_details: { reasoning_tokens: 'many' } } }),
    'more cached than read': eventsOf([hello], { usage: { ...usage, input_tokens_details: { cached_tokens: 21 } } }),
  },
  failures: [
    {
      name: 'an overloaded server at the very start',
      events: [{ type: 'error', code: 'server_is_overloaded', message: 'Too busy.', param: null, sequence_number: 0 }],
      kind: 'overloaded',
      retryable: true,
      published: '',
    },
    {
      name: 'a spent account after the start',
      events: [
        ...begun,
        { type: 'error', error: { type: 'insufficient_quota', code: 'insufficient_quota', message: 'Spent.' } },
      ],
      kind: 'rate-limited',
      retryable: false,
      published: '',
    },
    {
      name: 'a response that failed in mid-stream',
      events: inMidStream(failed({ code: 'server_error', message: 'Something broke.' })),
      kind: 'overloaded',
      retryable: true,
      published: PUBLISHED,
    },
    {
      name: 'an answer that the provider withdrew',
      events: inMidStream(failed({ code: 'bio_policy', message: 'This was stopped.' })),
      kind: 'refused',
      retryable: false,
      published: PUBLISHED,
    },
    {
      name: 'another answer in the middle of this one',
      events: inMidStream({ type: 'response.created', response: responseOf([], { id: 'resp_2' }) }),
      kind: 'protocol',
      retryable: false,
      published: PUBLISHED,
    },
  ],
  refusals: [
    {
      name: 'a context that is too long',
      status: 400,
      body: {
        error: {
          message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
          type: 'invalid_request_error',
          param: 'input',
          code: 'context_length_exceeded',
        },
      },
      kind: 'context-too-long',
      retryable: false,
    },
    {
      name: 'reasoning that cannot be decrypted',
      status: 400,
      body: {
        error: {
          message: 'It could not be verified.',
          type: 'invalid_request_error',
          code: 'invalid_encrypted_content',
        },
      },
      kind: 'replay-refused',
      retryable: false,
    },
    {
      name: 'reasoning without the item it precedes',
      status: 400,
      body: {
        error: {
          message: "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
          type: 'invalid_request_error',
          param: 'input',
          code: null,
        },
      },
      kind: 'replay-refused',
      retryable: false,
    },
    {
      name: 'an item that is looked for on their side',
      status: 404,
      body: {
        error: {
          message: "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
          type: 'invalid_request_error',
          param: 'input',
          code: null,
        },
      },
      kind: 'replay-refused',
      retryable: false,
    },
    {
      name: 'a spend limit',
      status: 429,
      body: {
        error: {
          message: 'The limit is reached.',
          type: 'invalid_request_error',
          code: 'enforced_spend_limit_reached',
        },
      },
      kind: 'rate-limited',
      retryable: false,
    },
    {
      name: 'a busy minute',
      status: 429,
      headers: { 'retry-after': '3' },
      body: { error: { message: 'Rate limit reached.', type: 'tokens', code: 'rate_limit_exceeded' } },
      kind: 'rate-limited',
      retryable: true,
    },
    {
      name: 'a prompt that is not allowed',
      status: 400,
      body: { error: { message: 'Flagged.', type: 'invalid_request_error', code: 'invalid_prompt' } },
      kind: 'refused',
      retryable: false,
    },
    {
      name: 'a wrong key',
      status: 401,
      body: {
        error: { message: 'Incorrect API key provided.', type: 'invalid_request_error', code: 'invalid_api_key' },
      },
      kind: 'auth',
      retryable: false,
    },
    {
      name: 'a model that does not exist',
      status: 404,
      body: { error: { message: 'The model does not exist.', type: 'invalid_request_error', code: 'model_not_found' } },
      kind: 'not-found',
      retryable: false,
    },
  ],
  // The items of an answer are among others, without the brackets around them.
  replayed: native => [JSON.stringify(native).slice(1, -1)],
  recorded: [
    { file: 'openai-custom-tool.1.chunks.txt', ends: 'complete' },
    { file: 'openai-error.1.chunks.txt', ends: 'rate-limited' },
    { file: 'openai-reasoning-encrypted-content.1.chunks.txt', ends: 'complete' },
    { file: 'openai-reasoning-encrypted-content.1.json', ends: 'complete' },
    { file: 'openai-web-search-tool.1.chunks.txt', ends: 'complete' },
    // Its last event is cut short, so nothing says that the answer was complete (FP-4).
    { file: 'parallel-tool-call-wrapper.1.chunks.txt', ends: 'protocol' },
  ],
}

function isTyped(event: Json): event is { readonly type: string } {
  return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string'
}
