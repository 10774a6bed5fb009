import type { UrlRetrievalStatus } from '@google/genai/web'
import type { Json, ModelFacts } from '@stet/history'
import type { ProviderFixtures, Scenario, WireCallFacts } from '../testing/provider-fixtures.ts'
import { parseJson } from '../transport/json-field.ts'

const facts: ModelFacts = {
  definition: 'definition_1',
  protocol: 'gemini',
  model: 'gemini-3-flash-preview',
  name: 'Gemini 3 Flash',
  contextWindow: 1_048_576,
  outputLimit: 65_536,
  takes: { images: true, files: true, tools: true },
  reasoning: 'level',
  caching: 'automatic',
}

type Fields = Readonly<Record<string, Json>>

const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 4, totalTokenCount: 13 }
const usage = { input: 9, cacheRead: 0, cacheWrite: 0, output: 4, reasoning: 0, webSearches: 0 }
const stop: Fields = { finishReason: 'STOP' }

function chunk(parts: readonly Json[], candidate: Fields = {}, figures: Json = usageMetadata): Json {
  const candidates = [{ content: { parts, role: 'model' }, index: 0, ...candidate }]
  return { candidates, usageMetadata: figures, modelVersion: 'gemini-3-flash', responseId: 'response-1' }
}

interface Written {
  /** The parts of each chunk. */
  readonly chunks: readonly (readonly Json[])[]
  /** The same parts as they come without streaming, and as they are replayed. */
  readonly parts: readonly Json[]
  readonly candidate?: Fields
  readonly figures?: Json
  readonly settings?: Scenario['settings']
  readonly expected: Partial<Scenario['expected']> & Pick<Scenario['expected'], 'parts'>
}

function scenario({ chunks, parts, candidate = stop, figures = usageMetadata, settings, expected }: Written): Scenario {
  return {
    events: chunks.map((pieces, index) => chunk(pieces, index === chunks.length - 1 ? candidate : {}, figures)),
    whole: chunk(parts, candidate, figures),
    ...(settings !== undefined && { settings }),
    expected: { end: 'complete', usage, native: { role: 'model', parts }, ...expected },
  }
}

const said = 'Grüße aus 東京 🗼!'
const words = ['Grüße aus ', '東京 ', '🗼!'].map(text => ({ text }))
const signature = 'EqUCCqICAb4+9vsh8Pd5='
const reasoning: Scenario['settings'] = {
  reasoning: { on: true, budgetTokens: 1024, effort: null, summary: null, level: 'high' },
}

const clock = { functionCall: { name: 'clock', args: { zone: 'Asia/Tokyo' } }, thoughtSignature: signature }
const clockCall = { kind: 'tool-call', tool: 'clock', input: '{"zone":"Asia/Tokyo"}', providerCallId: null } as const

const searched = {
  ...stop,
  groundingMetadata: {
    searchEntryPoint: { renderedContent: '<div>search</div>' },
    webSearchQueries: ['stet meaning'],
    groundingChunks: [{ web: { uri: 'https://marks.example/stet', title: 'marks.example' } }],
    groundingSupports: [{ segment: { endIndex: 13, text: 'Let it stand.' }, groundingChunkIndices: [0] }],
  },
}

export const geminiFixtures: ProviderFixtures = {
  facts,
  streamType: 'text/event-stream',
  frame: event => `data: ${JSON.stringify(event)}\r\n\r\n`,
  terminator: [],
  scenarios: {
    text: scenario({
      chunks: [...words.map(word => [word]), [{ text: '' }]],
      parts: [{ text: said }],
      expected: { parts: [{ kind: 'text', text: said }] },
    }),
    thinking: scenario({
      chunks: [
        [{ text: 'First ', thought: true }],
        [{ text: 'this.', thought: true }],
        [{ text: 'Yes' }],
        [{ text: '.', thoughtSignature: signature }],
      ],
      parts: [{ text: 'First this.', thought: true }, { text: 'Yes' }, { text: '.', thoughtSignature: signature }],
      settings: reasoning,
      figures: { ...usageMetadata, thoughtsTokenCount: 30, totalTokenCount: 43 },
      expected: {
        parts: [
          { kind: 'reasoning', text: 'First this.', signature: null },
          { kind: 'text', text: 'Yes.' },
        ],
        usage: { ...usage, output: 34, reasoning: 30 },
      },
    }),
    redactedThinking: { absent: 'what Gemini keeps to itself is in the signature of another part' },
    oneCall: scenario({
      chunks: [[clock], [{ text: '' }]],
      parts: [clock],
      expected: { parts: [clockCall] },
    }),
    severalCalls: scenario({
      chunks: [
        [{ text: 'Both.' }],
        [clock],
        [{ functionCall: { id: 'call-2', name: 'clock', args: { zone: 'UTC' } } }],
      ],
      parts: [{ text: 'Both.' }, clock, { functionCall: { id: 'call-2', name: 'clock', args: { zone: 'UTC' } } }],
      expected: {
        parts: [
          { kind: 'text', text: 'Both.' },
          clockCall,
          { kind: 'tool-call', tool: 'clock', input: '{"zone":"UTC"}', providerCallId: 'call-2' },
        ],
      },
    }),
    noArgumentCall: scenario({
      chunks: [[{ functionCall: { name: 'clock', args: {} }, thoughtSignature: signature }]],
      parts: [{ functionCall: { name: 'clock', args: {} }, thoughtSignature: signature }],
      expected: { parts: [{ kind: 'tool-call', tool: 'clock', input: '{}', providerCallId: null }] },
    }),
    webSearch: scenario({
      chunks: [[{ text: 'Let it ' }], [{ text: 'stand.' }]],
      parts: [{ text: 'Let it stand.' }],
      candidate: searched,
      settings: { webSearch: true },
      expected: {
        parts: [
          { kind: 'text', text: 'Let it stand.' },
          { kind: 'provider-call', tool: 'google_search', input: 'stet meaning', outcome: 'done' },
          { kind: 'source', url: 'https://marks.example/stet', title: 'marks.example', citedText: null, at: 13 },
        ],
        usage: { ...usage, webSearches: 1 },
      },
    }),
    webFetch: scenario({
      chunks: [[{ text: 'Let it ' }], [{ text: 'stand.' }]],
      parts: [{ text: 'Let it stand.' }],
      candidate: {
        ...stop,
        urlContextMetadata: {
          urlMetadata: [
            {
              retrievedUrl: 'https://marks.example/stet',
              urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' satisfies `${UrlRetrievalStatus}`,
            },
            {
              retrievedUrl: 'https://marks.example/paid',
              urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_PAYWALL' satisfies `${UrlRetrievalStatus}`,
            },
          ],
        },
      },
      figures: { ...usageMetadata, toolUsePromptTokenCount: 300 },
      settings: { webFetch: true },
      expected: {
        parts: [
          { kind: 'text', text: 'Let it stand.' },
          { kind: 'provider-call', tool: 'url_context', input: 'https://marks.example/stet', outcome: 'done' },
          {
            kind: 'provider-call',
            tool: 'url_context',
            input: 'https://marks.example/paid',
            outcome: 'failed',
            because: 'paywall',
          },
          { kind: 'source', url: 'https://marks.example/stet', title: null, citedText: null },
        ],
        usage: { ...usage, input: 309 },
      },
    }),
    refusal: scenario({
      chunks: [[{ text: 'First you' }], []],
      parts: [{ text: 'First you' }],
      candidate: { finishReason: 'SAFETY', safetyRatings: [{ category: 'HARM_CATEGORY_DANGEROUS', blocked: true }] },
      expected: { end: 'refused', parts: [{ kind: 'text', text: 'First you' }] },
    }),
    length: scenario({
      chunks: [[{ text: 'One, ' }], [{ text: 'two, ' }]],
      parts: [{ text: 'One, two, ' }],
      candidate: { finishReason: 'MAX_TOKENS' },
      settings: { outputLimit: 4 },
      expected: { end: 'length', parts: [{ kind: 'text', text: 'One, two, ' }] },
    }),
    cacheUsage: scenario({
      chunks: [[{ text: 'Again.' }]],
      parts: [{ text: 'Again.' }],
      figures: {
        promptTokenCount: 5000,
        cachedContentTokenCount: 4096,
        toolUsePromptTokenCount: 10,
        candidatesTokenCount: 2,
        thoughtsTokenCount: 8,
        totalTokenCount: 5020,
      },
      expected: {
        parts: [{ kind: 'text', text: 'Again.' }],
        usage: { input: 914, cacheRead: 4096, cacheWrite: 0, output: 10, reasoning: 8, webSearches: 0 },
      },
    }),
    duplicatedStart: { absent: 'an answer of Gemini has no event for its start' },
    splicedStart: { absent: 'an answer of Gemini has no event for its start' },
    unknownContent: scenario({
      chunks: [[{ text: 'So.' }], [{ hologram: { depth: 3 }, thoughtSignature: signature }]],
      parts: [{ text: 'So.' }, { hologram: { depth: 3 }, thoughtSignature: signature }],
      candidate: { ...stop, weather: 'fine' },
      expected: { parts: [{ kind: 'text', text: 'So.' }] },
    }),
    madeFile: scenario({
      chunks: [[{ text: 'Here.' }], [{ inlineData: { mimeType: 'image/png', data: 'iVBORw==' } }]],
      parts: [{ text: 'Here.' }, { inlineData: { mimeType: 'image/png', data: 'iVBORw==' } }],
      expected: {
        parts: [
          { kind: 'text', text: 'Here.' },
          {
            kind: 'made-file',
            name: 'made-1.png',
            mediaType: 'image/png',
            bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
          },
        ],
      },
    }),
  },
  say: text => {
    const middle = Math.ceil(text.length / 2)
    return [chunk([{ text: text.slice(0, middle) }]), chunk([{ text: text.slice(middle) }], stop)]
  },
  call: calls => {
    const parts = calls.map(toPart)
    return parts.includes(null) ? null : [chunk(parts, stop)]
  },
  brokenUsage: {
    missing: [{ candidates: [{ content: { parts: [{ text: 'So.' }], role: 'model' }, ...stop }] }],
    negative: [chunk([{ text: 'So.' }], stop, { ...usageMetadata, promptTokenCount: -9 })],
    null: [chunk([{ text: 'So.' }], stop, { ...usageMetadata, candidatesTokenCount: null })],
    word: [chunk([{ text: 'So.' }], stop, { ...usageMetadata, promptTokenCount: 'nine' })],
    list: [chunk([{ text: 'So.' }], stop, [9])],
  },
  failures: [
    {
      name: 'an error as the first event',
      events: [failure(503, 'UNAVAILABLE', 'The model is overloaded.')],
      kind: 'overloaded',
      retryable: true,
      published: '',
    },
    {
      name: 'an error in mid-stream',
      events: [chunk([{ text: 'So' }]), failure(500, 'INTERNAL', 'An internal error has occurred.')],
      kind: 'overloaded',
      retryable: true,
      published: 'So',
    },
    {
      name: 'a call that Gemini could not read',
      events: [chunk([{ text: 'So' }]), chunk([], { finishReason: 'MALFORMED_FUNCTION_CALL' })],
      kind: 'protocol',
      retryable: false,
      published: 'So',
    },
  ],
  refusals: [
    {
      name: 'a wrong key',
      status: 400,
      body: failure(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
        { reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
      ]),
      kind: 'auth',
      retryable: false,
    },
    {
      name: 'a prompt that is too long',
      status: 400,
      body: failure(
        400,
        'INVALID_ARGUMENT',
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      ),
      kind: 'context-too-long',
      retryable: false,
    },
    {
      name: 'a call without its signature',
      status: 400,
      body: failure(400, 'INVALID_ARGUMENT', 'Function call is missing a thought_signature in functionCall parts.'),
      kind: 'replay-refused',
      retryable: false,
    },
    {
      name: 'a quota of the day',
      status: 429,
      body: failure(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
        { violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel' }] },
        { retryDelay: '12s' },
      ]),
      kind: 'rate-limited',
      retryable: false,
    },
  ],
  recorded: [
    { file: 'google-text.chunks.txt', ends: 'complete' },
    { file: 'google-reasoning.chunks.txt', ends: 'complete' },
    { file: 'google-tool-call.chunks.txt', ends: 'complete' },
  ],
}

/** Gemini parses arguments itself: what is no object cannot come over its wire. */
function toPart({ id, tool, input }: WireCallFacts): Json {
  const args = input === '' ? undefined : parseJson(input)
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args)
  if (input !== '' && (!isObject || JSON.stringify(args) !== input)) return null
  return {
    functionCall: { ...(id !== null && { id }), name: tool, ...(args !== undefined && { args }) },
    thoughtSignature: signature,
  }
}

function failure(code: number, status: string, message: string, details: readonly Json[] = []): Json {
  return { error: { code, message, status, details } }
}
