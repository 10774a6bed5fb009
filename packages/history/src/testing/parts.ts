import fc from 'fast-check'
import type { AnswerEnd, Origin, RequestFacts } from '../message.ts'
import type {
  AssistantPart,
  ErrorPart,
  FilePart,
  ProviderCallPart,
  ReasoningPart,
  SourcePart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  UserPart,
} from '../part.ts'
import type { Usage } from '../usage.ts'
import { jsonValues, texts } from './texts.ts'

const TOOLS = ['read_file', 'web_fetch', 'javascript', 'server__lookup']

export function textParts(): fc.Arbitrary<TextPart> {
  return fc.record({ kind: fc.constant('text'), text: texts() })
}

export function fileParts(): fc.Arbitrary<FilePart> {
  return fc.record({
    kind: fc.constant('file'),
    blob: fc.nat({ max: 20 }).map(content => content.toString(16).padStart(64, '0')),
    name: fc.oneof(fc.constantFrom('photo.jpg', 'notes.pdf', 'Übersicht 表.txt'), texts()),
    mediaType: fc.constantFrom('image/jpeg', 'application/pdf', 'text/plain', 'application/octet-stream'),
    size: fc.nat({ max: 10_000_000 }),
  })
}

export function userParts(): fc.Arbitrary<readonly UserPart[]> {
  return fc.array(fc.oneof({ weight: 3, arbitrary: textParts() }, { weight: 1, arbitrary: fileParts() }), {
    maxLength: 4,
  })
}

/** The parts of an answer that makes no calls, none at all included. */
export function answerParts(): fc.Arbitrary<readonly AssistantPart[]> {
  const reasoning: fc.Arbitrary<ReasoningPart> = fc.record({
    kind: fc.constant('reasoning'),
    text: texts(),
    signature: fc.option(fc.base64String({ maxLength: 20 })),
  })
  const source: fc.Arbitrary<SourcePart> = fc.record({
    kind: fc.constant('source'),
    url: fc.webUrl(),
    title: fc.option(texts()),
    citedText: fc.option(texts()),
  })
  const providerCall: fc.Arbitrary<ProviderCallPart> = fc.record(
    {
      kind: fc.constant('provider-call'),
      tool: fc.constantFrom('web_search', 'web_fetch'),
      input: texts(),
      outcome: fc.constantFrom('done', 'failed'),
      because: texts(),
    },
    { requiredKeys: ['kind', 'tool', 'input', 'outcome'] },
  )
  const error: fc.Arbitrary<ErrorPart> = fc.record(
    {
      kind: fc.constant('error'),
      code: fc.constantFrom('rate-limited', 'overloaded', 'network', 'protocol'),
      message: texts(),
      status: fc.option(fc.constantFrom(429, 500, 529)),
      retryable: fc.boolean(),
      reply: fc.record({ body: texts(), requestId: fc.option(texts()) }),
    },
    { requiredKeys: ['kind', 'code', 'message', 'status', 'retryable'] },
  )
  const part = fc.oneof(
    { weight: 6, arbitrary: textParts() },
    { weight: 3, arbitrary: reasoning },
    { weight: 1, arbitrary: fileParts() },
    { weight: 1, arbitrary: providerCall },
    { weight: 1, arbitrary: source },
    { weight: 1, arbitrary: error },
  )
  return fc.array(part, { maxLength: 4 })
}

/** A call before it has an id. Its input need not be JSON, and models often make the same call again. */
export function callDrafts(): fc.Arbitrary<Omit<ToolCallPart, 'callId'>> {
  const repeated = fc.constantFrom(
    { tool: 'read_file', input: '{"path":"/src/a.ts"}' },
    { tool: 'read_file', input: '{"path":"/src/b.ts"}' },
    { tool: 'web_fetch', input: '{"url":"https://example.org/"}' },
  )
  const any = fc.record({
    tool: fc.constantFrom(...TOOLS),
    input: fc.oneof(
      fc.json({ maxDepth: 2 }),
      fc.constantFrom('', '{"path": "/a', '[]', '{}'),
      texts().map(text => JSON.stringify({ text })),
    ),
  })
  return fc
    .record({ call: fc.oneof(repeated, any), providerCallId: providerCallIds() })
    .map(({ call, providerCallId }) => ({ kind: 'tool-call', ...call, providerCallId }))
}

/** Some providers give no id, and some count from zero in every answer: the same id then names several calls of a chat. */
function providerCallIds(): fc.Arbitrary<string | null> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.stringMatching(/^toolu_[a-z0-9]{8}$/) },
    { weight: 1, arbitrary: fc.constantFrom('call_0', 'call_1') },
    { weight: 1, arbitrary: fc.constant(null) },
  )
}

const FILE_LINES = Array.from({ length: 40 }, (_, line) => `export const value${line} = ${line}`).join('\n')

/** A result before its call is known: a file, a page, an image, an error, or anything else. The same one often comes again. */
export function resultDrafts(): fc.Arbitrary<Pick<ToolResultPart, 'outcome' | 'content'>> {
  const text = (value: string) => [{ kind: 'text' as const, text: value }]
  const repeated = fc.constantFrom<Pick<ToolResultPart, 'outcome' | 'content'>>(
    { outcome: 'done', content: text(FILE_LINES) },
    { outcome: 'done', content: text('<html><body><h1>Example</h1></body></html>') },
    { outcome: 'done', content: [] },
    { outcome: 'failed', content: text('No file at /src/a.ts.') },
  )
  const any = fc.record({
    outcome: fc.constantFrom<ToolResultPart['outcome']>('done', 'failed', 'denied', 'unknown'),
    content: fc.array(fc.oneof({ weight: 5, arbitrary: textParts() }, { weight: 1, arbitrary: fileParts() }), {
      maxLength: 2,
    }),
  })
  return fc.oneof(repeated, any)
}

/** Every figure a count, with reasoning inside output, as a provider folder normalises it. */
export function usages(): fc.Arbitrary<Usage> {
  const tokens = fc.oneof(fc.constant(0), fc.nat({ max: 200_000 }))
  return fc
    .record({
      input: tokens,
      cacheRead: tokens,
      cacheWrite: tokens,
      output: tokens,
      reasoning: fc.nat({ max: 1000 }),
      webSearches: fc.nat({ max: 5 }),
    })
    .map(usage => ({ ...usage, reasoning: Math.min(usage.reasoning, usage.output) }))
}

/** Few enough that messages of one chat share an origin as often as not. */
export function origins(): fc.Arbitrary<Origin> {
  return fc.constantFrom(
    { definition: 'anthropic', protocol: 'anthropic', model: 'claude' },
    { definition: 'openai', protocol: 'openai-responses', model: 'gpt' },
    { definition: 'local', protocol: 'openai-chat', model: 'gpt' },
    { definition: 'local', protocol: 'openai-chat', model: 'llama' },
  )
}

export function requestFacts(): fc.Arbitrary<Omit<RequestFacts, 'requestId'>> {
  return fc.record({
    origin: origins(),
    rawUsage: fc.option(jsonValues()),
    usage: fc.option(usages(), { freq: 6 }),
  })
}

export function answerEnds(): fc.Arbitrary<AnswerEnd> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant<AnswerEnd>('complete') },
    { weight: 3, arbitrary: fc.constantFrom<AnswerEnd>('length', 'refused', 'failed', 'stopped', 'interrupted') },
  )
}
