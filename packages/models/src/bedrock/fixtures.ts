import type { Json, ModelFacts } from '@stet/history'
import type { Block } from '../claude/blocks.ts'
import type { ProviderFixtures, Scenario, WireCallFacts } from '../testing/provider-fixtures.ts'
import { toFrame } from '../testing/to-frame.ts'
import { isJsonObject } from '../transport/json-field.ts'

const facts: ModelFacts = {
  definition: 'definition_1',
  protocol: 'bedrock',
  model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  name: 'Claude Sonnet 4.5',
  contextWindow: 200_000,
  outputLimit: 64_000,
  takes: { images: true, files: true, tools: true },
  reasoning: 'budget',
  caching: 'marks',
}

function frame(event: Json): Uint8Array<ArrayBuffer> {
  const [type, value] = Object.entries(isJsonObject(event) ? event : {})[0] ?? ['nothing', {}]
  const kind = type.endsWith('Exception') ? 'exception' : 'event'
  const headers = { ':message-type': kind, [`:${kind}-type`]: type, ':content-type': 'application/json' }
  return toFrame(headers, JSON.stringify(value))
}

const counted = { inputTokens: 9, outputTokens: 4, totalTokens: 13 }
const usage = { input: 9, cacheRead: 0, cacheWrite: 0, output: 4, reasoning: 0, webSearches: 0 }
const begin: Json = { messageStart: { role: 'assistant' } }

function ending(stopReason: string, figures: Json = counted): readonly Json[] {
  return [{ messageStop: { stopReason } }, { metadata: { usage: figures, metrics: { latencyMs: 20 } } }]
}

function start(contentBlockIndex: number, value: Json): Json {
  return { contentBlockStart: { contentBlockIndex, start: value } }
}

function delta(contentBlockIndex: number, value: Json): Json {
  return { contentBlockDelta: { contentBlockIndex, delta: value } }
}

function stop(contentBlockIndex: number): Json {
  return { contentBlockStop: { contentBlockIndex } }
}

interface Written {
  readonly events: readonly Json[]
  /** The blocks as they come without streaming, and as they are replayed. */
  readonly content: readonly Block[]
  readonly stopReason?: string
  readonly figures?: Json
  readonly settings?: Scenario['settings']
  readonly expected: Partial<Scenario['expected']> & Pick<Scenario['expected'], 'parts'>
}

function scenario({
  events,
  content,
  stopReason = 'end_turn',
  figures = counted,
  settings,
  expected,
}: Written): Scenario {
  return {
    events: [begin, ...events, ...ending(stopReason, figures)],
    whole: {
      output: { message: { role: 'assistant', content } },
      stopReason,
      usage: figures,
      metrics: { latencyMs: 20 },
    },
    ...(settings !== undefined && { settings }),
    expected: { end: 'complete', usage, native: content, ...expected },
  }
}

const words = ['Grüße aus ', '東京 ', '🗼!']
const said = words.join('')
const signature = 'Ep0CCkgICxABGAIqQOWPB6/Pm='
const redactedContent = 'cmVkYWN0ZWQ='
const reasoning: Scenario['settings'] = {
  reasoning: { on: true, budgetTokens: 1024, effort: null, summary: null, level: null },
}

const clock = (toolUseId: string, input: Json = { zone: 'UTC' }): Block => ({
  toolUse: { toolUseId, name: 'clock', input },
})

export const bedrockFixtures: ProviderFixtures = {
  facts,
  streamType: 'application/vnd.amazon.eventstream',
  frame,
  terminator: [],
  // The figures follow the event that ends the answer.
  trailing: 1,
  scenarios: {
    text: scenario({
      events: [...words.map(text => delta(0, { text })), stop(0)],
      content: [{ text: said }],
      expected: { parts: [{ kind: 'text', text: said }] },
    }),
    thinking: scenario({
      events: [
        delta(0, { reasoningContent: { text: 'First ' } }),
        delta(0, { reasoningContent: { text: 'this.' } }),
        delta(0, { reasoningContent: { text: '' } }),
        delta(0, { reasoningContent: { signature } }),
        stop(0),
        delta(1, { text: 'Yes.' }),
        stop(1),
      ],
      content: [{ reasoningContent: { reasoningText: { text: 'First this.', signature } } }, { text: 'Yes.' }],
      settings: reasoning,
      expected: {
        parts: [
          { kind: 'reasoning', text: 'First this.', signature },
          { kind: 'text', text: 'Yes.' },
        ],
      },
    }),
    redactedThinking: scenario({
      events: [delta(0, { reasoningContent: { redactedContent } }), stop(0), delta(1, { text: 'Yes.' }), stop(1)],
      content: [{ reasoningContent: { redactedContent } }, { text: 'Yes.' }],
      settings: reasoning,
      expected: { parts: [{ kind: 'text', text: 'Yes.' }] },
    }),
    oneCall: scenario({
      events: [
        start(0, { toolUse: { toolUseId: 'tooluse_1', name: 'clock' } }),
        delta(0, { toolUse: { input: '{"zone"' } }),
        delta(0, { toolUse: { input: ':"UTC"}' } }),
        stop(0),
      ],
      content: [clock('tooluse_1')],
      stopReason: 'tool_use',
      expected: { parts: [{ kind: 'tool-call', tool: 'clock', input: '{"zone":"UTC"}', providerCallId: 'tooluse_1' }] },
    }),
    severalCalls: scenario({
      events: [
        delta(0, { text: 'Both.' }),
        stop(0),
        start(1, { toolUse: { toolUseId: 'tooluse_1', name: 'clock' } }),
        delta(1, { toolUse: { input: '{"zone":"UTC"}' } }),
        stop(1),
        start(2, { toolUse: { toolUseId: 'tooluse_2', name: 'clock' } }),
        delta(2, { toolUse: { input: '{"zone":"CET"}' } }),
        stop(2),
      ],
      content: [{ text: 'Both.' }, clock('tooluse_1'), clock('tooluse_2', { zone: 'CET' })],
      stopReason: 'tool_use',
      expected: {
        parts: [
          { kind: 'text', text: 'Both.' },
          { kind: 'tool-call', tool: 'clock', input: '{"zone":"UTC"}', providerCallId: 'tooluse_1' },
          { kind: 'tool-call', tool: 'clock', input: '{"zone":"CET"}', providerCallId: 'tooluse_2' },
        ],
      },
    }),
    noArgumentCall: scenario({
      events: [
        start(0, { toolUse: { toolUseId: 'tooluse_1', name: 'clock' } }),
        delta(0, { toolUse: { input: '{}' } }),
        stop(0),
      ],
      content: [clock('tooluse_1', {})],
      stopReason: 'tool_use',
      expected: { parts: [{ kind: 'tool-call', tool: 'clock', input: '{}', providerCallId: 'tooluse_1' }] },
    }),
    webSearch: scenario({
      events: [
        start(0, { toolUse: { toolUseId: 'tooluse_1', name: 'nova_grounding', type: 'server_tool_use' } }),
        delta(0, { toolUse: { input: '{"query":"stet"}' } }),
        stop(0),
        start(1, { toolResult: { toolUseId: 'tooluse_1', type: 'nova_grounding_result', status: 'success' } }),
        stop(1),
        delta(2, { text: 'Let it ' }),
        delta(2, { text: 'stand.' }),
        delta(2, { citation: { location: { web: { url: 'https://marks.example/stet', domain: 'marks.example' } } } }),
        stop(2),
      ],
      content: [
        {
          toolUse: {
            toolUseId: 'tooluse_1',
            name: 'nova_grounding',
            type: 'server_tool_use',
            input: { query: 'stet' },
          },
        },
        { toolResult: { toolUseId: 'tooluse_1', type: 'nova_grounding_result', status: 'success' } },
        {
          citationsContent: {
            content: [{ text: 'Let it stand.' }],
            citations: [{ location: { web: { url: 'https://marks.example/stet', domain: 'marks.example' } } }],
          },
        },
      ],
      expected: {
        parts: [
          { kind: 'provider-call', tool: 'nova_grounding', input: '{"query":"stet"}', outcome: 'done' },
          { kind: 'text', text: 'Let it stand.' },
          { kind: 'source', url: 'https://marks.example/stet', title: 'marks.example', citedText: null, at: 13 },
        ],
        usage: { ...usage, webSearches: 1 },
      },
    }),
    webFetch: { absent: 'Bedrock fetches no pages' },
    refusal: scenario({
      events: [delta(0, { text: 'First you' }), stop(0)],
      content: [{ text: 'First you' }],
      stopReason: 'content_filtered',
      expected: { end: 'refused', parts: [{ kind: 'text', text: 'First you' }] },
    }),
    length: scenario({
      events: [delta(0, { text: 'One, ' }), delta(0, { text: 'two, ' }), stop(0)],
      content: [{ text: 'One, two, ' }],
      stopReason: 'max_tokens',
      settings: { outputLimit: 4 },
      expected: { end: 'length', parts: [{ kind: 'text', text: 'One, two, ' }] },
    }),
    cacheUsage: scenario({
      events: [delta(0, { text: 'Again.' }), stop(0)],
      content: [{ text: 'Again.' }],
      figures: {
        inputTokens: 12,
        outputTokens: 2,
        totalTokens: 4330,
        cacheReadInputTokens: 4096,
        cacheWriteInputTokens: 220,
        serverToolUsage: {},
      },
      expected: {
        parts: [{ kind: 'text', text: 'Again.' }],
        usage: { input: 12, cacheRead: 4096, cacheWrite: 220, output: 2, reasoning: 0, webSearches: 0 },
      },
    }),
    duplicatedStart: scenario({
      events: [
        begin,
        start(0, { toolUse: { toolUseId: 'tooluse_1', name: 'clock' } }),
        start(0, { toolUse: { toolUseId: 'tooluse_1', name: 'clock' } }),
        delta(0, { toolUse: { input: '{}' } }),
        stop(0),
      ],
      content: [clock('tooluse_1', {})],
      stopReason: 'tool_use',
      expected: { parts: [{ kind: 'tool-call', tool: 'clock', input: '{}', providerCallId: 'tooluse_1' }] },
    }),
    splicedStart: scenario({
      events: [delta(0, { text: 'Let it ' }), begin, delta(0, { text: 'stand.' }), stop(0)],
      content: [{ text: 'Let it stand.' }],
      expected: { parts: [{ kind: 'text', text: 'Let it stand.' }] },
    }),
    unknownContent: scenario({
      events: [
        { weather: { sky: 'clear' } },
        delta(0, { text: 'So.' }),
        stop(0),
        start(1, { hologram: { depth: 3, view: 'fr' } }),
        delta(1, { hologram: { view: 'ont' } }),
        stop(1),
      ],
      content: [{ text: 'So.' }, { hologram: { depth: 3, view: 'front' } }],
      expected: { parts: [{ kind: 'text', text: 'So.' }] },
    }),
    madeFile: scenario({
      events: [
        delta(0, { text: 'Here.' }),
        stop(0),
        start(1, { image: { format: 'png' } }),
        delta(1, { image: { source: { bytes: 'iVBORw==' } } }),
        stop(1),
      ],
      content: [{ text: 'Here.' }, { image: { format: 'png', source: { bytes: 'iVBORw==' } } }],
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
    const halves = [text.slice(0, middle), text.slice(middle)].map(half => delta(0, { text: half }))
    return [begin, ...halves, stop(0), ...ending('end_turn')]
  },
  call: calls => [begin, ...calls.flatMap(toCallEvents), ...ending('tool_use')],
  brokenUsage: {
    missing: [begin, delta(0, { text: 'So.' }), stop(0), { messageStop: { stopReason: 'end_turn' } }],
    negative: [begin, delta(0, { text: 'So.' }), ...ending('end_turn', { ...counted, inputTokens: -9 })],
    null: [begin, delta(0, { text: 'So.' }), ...ending('end_turn', { ...counted, outputTokens: null })],
    word: [begin, delta(0, { text: 'So.' }), ...ending('end_turn', { ...counted, inputTokens: 'nine' })],
    empty: [begin, delta(0, { text: 'So.' }), ...ending('end_turn', {})],
  },
  failures: [
    {
      name: 'an exception as the first event',
      events: [{ throttlingException: { message: 'Too many requests, please wait.' } }],
      kind: 'rate-limited',
      retryable: true,
      published: '',
    },
    {
      name: 'an exception in mid-stream',
      events: [
        begin,
        delta(0, { text: 'So' }),
        { modelStreamErrorException: { message: 'The model broke off.', originalStatusCode: 500 } },
      ],
      kind: 'overloaded',
      retryable: true,
      published: 'So',
    },
    {
      name: 'an exception of the service in mid-stream',
      events: [begin, delta(0, { text: 'So' }), { internalServerException: { message: 'Try again.' } }],
      kind: 'overloaded',
      retryable: true,
      published: 'So',
    },
    {
      name: 'an exception that nobody knows',
      events: [begin, delta(0, { text: 'So' }), { sunsetException: { message: 'It is dark.' } }],
      kind: 'protocol',
      retryable: false,
      published: 'So',
    },
    {
      name: 'a call that Bedrock could not read',
      events: [begin, delta(0, { text: 'So' }), ...ending('malformed_tool_use')],
      kind: 'protocol',
      retryable: false,
      published: 'So',
    },
  ],
  refusals: [
    {
      name: 'a prompt that is too long',
      status: 400,
      headers: { 'x-amzn-errortype': 'ValidationException:http://internal.amazon.com/coral/com.amazon.bedrock/' },
      body: { message: 'Input is too long for requested model.' },
      kind: 'context-too-long',
      retryable: false,
    },
    {
      name: 'a model that does not exist',
      status: 400,
      headers: { 'x-amzn-errortype': 'ValidationException' },
      body: { message: 'The provided model identifier is invalid.' },
      kind: 'not-found',
      retryable: false,
    },
    {
      name: 'a signature that is not its own',
      status: 400,
      headers: { 'x-amzn-errortype': 'ValidationException' },
      body: { message: 'messages.1.content.0: Invalid `signature` in `thinking` block' },
      kind: 'replay-refused',
      retryable: false,
    },
    {
      name: 'a quota of the day',
      status: 429,
      headers: { 'x-amzn-errortype': 'ThrottlingException' },
      body: { message: 'Too many tokens per day, please wait before trying again.' },
      kind: 'rate-limited',
      retryable: false,
    },
    {
      name: 'a model that failed',
      status: 424,
      headers: { 'x-amzn-errortype': 'ModelErrorException' },
      body: { message: 'The model failed.', originalStatusCode: 500 },
      kind: 'overloaded',
      retryable: true,
    },
  ],
  recorded: [
    { file: 'amazon-bedrock-text.chunks.txt', ends: 'complete' },
    { file: 'amazon-bedrock-reasoning.chunks.txt', ends: 'complete' },
    { file: 'amazon-bedrock-tool-call.1.chunks.txt', ends: 'complete' },
  ],
}

function toCallEvents({ id, tool, input }: WireCallFacts, index: number): readonly Json[] {
  const toolUse = { ...(id !== null && { toolUseId: id }), name: tool }
  return [start(index, { toolUse }), delta(index, { toolUse: { input } }), stop(index)]
}
