import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { ModelError } from '../model-error.ts'
import type { Answer, ModelEvent } from '../model-event.ts'
import { readAll } from '../testing/open-answer.ts'
import { createGeminiReader } from './read-stream.ts'

const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 }
const usage = { input: 9, cacheRead: 0, cacheWrite: 0, output: 3, reasoning: 0, webSearches: 0 }

function chunk(parts: readonly Json[], more: { readonly [key: string]: Json } = {}): Json {
  return { candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }], usageMetadata }
}

function read(chunks: readonly Json[], model = 'gemini-3-flash-preview'): readonly ModelEvent[] {
  return [...readAll(createGeminiReader(model), chunks)]
}

function answerOf(chunks: readonly Json[], model?: string): Answer {
  const last = read(chunks, model).at(-1)
  if (last?.kind !== 'answer-finished') throw new Error('there is no answer')
  return last.answer
}

describe('createGeminiReader', () => {
  it('[P4] puts pieces of a text together, and keeps a signature in the part it came with', () => {
    const chunks = [
      chunk([{ text: 'Let me ', thought: true }]),
      chunk([{ text: 'see.', thought: true }]),
      chunk([{ text: 'Hel' }]),
      chunk([{ text: 'lo.' }, { text: '', thoughtSignature: 'c2ln' }], { finishReason: 'STOP' }),
    ]
    expect(read(chunks)).toEqual([
      { kind: 'part-started', part: 0, start: { kind: 'reasoning' } },
      { kind: 'part-delta', part: 0, text: 'Let me ' },
      { kind: 'part-delta', part: 0, text: 'see.' },
      { kind: 'part-started', part: 1, start: { kind: 'text' } },
      { kind: 'part-delta', part: 1, text: 'Hel' },
      { kind: 'part-delta', part: 1, text: 'lo.' },
      {
        kind: 'answer-finished',
        answer: {
          end: 'complete',
          parts: [
            { kind: 'reasoning', text: 'Let me see.', signature: null },
            { kind: 'text', text: 'Hello.' },
          ],
          native: {
            protocol: 'gemini',
            content: {
              role: 'model',
              parts: [
                { text: 'Let me see.', thought: true },
                { text: 'Hello.' },
                { text: '', thoughtSignature: 'c2ln' },
              ],
            },
          },
          rawUsage: usageMetadata,
          usage,
        },
      },
    ])
  })

  it('[P4] reads calls with and without ids and arguments, and leaves out an empty text', () => {
    const parts = [
      { functionCall: { name: 'clock', args: { zone: 'UTC' } }, thoughtSignature: 'c2ln' },
      { functionCall: { id: 'given', name: 'clock', args: {} } },
      { functionCall: { name: 'clock' } },
    ]
    const answer = answerOf([chunk(parts), chunk([{ text: '' }], { finishReason: 'STOP' })])
    expect({ parts: answer.parts, native: answer.native }).toEqual({
      parts: [
        { kind: 'tool-call', tool: 'clock', input: '{"zone":"UTC"}', providerCallId: null },
        { kind: 'tool-call', tool: 'clock', input: '{}', providerCallId: 'given' },
        { kind: 'tool-call', tool: 'clock', input: '', providerCallId: null },
      ],
      native: { protocol: 'gemini', content: { role: 'model', parts } },
    })
  })

  it('[P4] keeps in the native content what has no part of ours', () => {
    const parts = [
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      { unheardOf: { deep: [1, null] } },
    ]
    const { parts: ours, native } = answerOf([chunk(parts, { finishReason: 'STOP' })])
    expect({ ours, native }).toEqual({
      ours: [],
      native: { protocol: 'gemini', content: { role: 'model', parts } },
    })
  })

  it('[P4] gives pictures as files, but not those within the thoughts', () => {
    const picture = { inlineData: { mimeType: 'image/png', data: 'aGk=' } }
    const parts = [{ ...picture, thought: true }, { text: 'Here:' }, picture]
    const answer = answerOf([chunk(parts, { finishReason: 'STOP' })])
    expect({ parts: answer.parts, native: answer.native?.content }).toEqual({
      parts: [
        { kind: 'text', text: 'Here:' },
        { kind: 'made-file', name: 'made-1.png', mediaType: 'image/png', bytes: new Uint8Array([104, 105]) },
      ],
      native: { role: 'model', parts },
    })
  })

  const groundingMetadata = {
    webSearchQueries: ['stet', 'stet meaning'],
    groundingChunks: [
      { web: { uri: 'https://one.example', title: 'One' } },
      { web: { uri: 'https://one.example', title: 'One' } },
      { retrievedContext: { uri: 'https://two.example', text: 'let it stand' } },
    ],
  }

  it('[P4] reports what was searched and what was found, each once', () => {
    const answer = answerOf([
      chunk([{ text: 'Let it stand.' }], { groundingMetadata }),
      chunk([], { groundingMetadata, finishReason: 'STOP' }),
    ])
    expect({ parts: answer.parts, usage: answer.usage }).toEqual({
      parts: [
        { kind: 'text', text: 'Let it stand.' },
        { kind: 'provider-call', tool: 'google_search', input: 'stet', outcome: 'done' },
        { kind: 'provider-call', tool: 'google_search', input: 'stet meaning', outcome: 'done' },
        { kind: 'source', url: 'https://one.example', title: 'One', citedText: null },
        { kind: 'source', url: 'https://two.example', title: null, citedText: 'let it stand' },
      ],
      usage: { ...usage, webSearches: 2 },
    })
  })

  it('[P4] says where the text cites what was found: in bytes, or by the words where the bytes are of another part', () => {
    const groundingChunks = [{ web: { uri: 'https://one.example' } }, { web: { uri: 'https://two.example' } }]
    const groundingSupports = [
      { segment: { endIndex: 7, text: 'Für.' }, groundingChunkIndices: [0, 9] },
      { segment: { startIndex: 0, endIndex: 2, text: 'So.' }, groundingChunkIndices: [0] },
      { segment: { endIndex: 900, text: 'Not there.' }, groundingChunkIndices: [1] },
    ]
    const parts = [{ text: 'É Für. So.' }]
    const answer = answerOf([
      chunk(parts, { groundingMetadata: { groundingChunks, groundingSupports }, finishReason: 'STOP' }),
    ])
    expect(answer.parts.filter(({ kind }) => kind === 'source')).toEqual([
      { kind: 'source', url: 'https://one.example', title: null, citedText: null, at: 6 },
      { kind: 'source', url: 'https://one.example', title: null, citedText: null, at: 10 },
      { kind: 'source', url: 'https://two.example', title: null, citedText: null },
    ])
  })

  it('[U1] counts one search for an answer of a model that is billed so', () => {
    const answer = answerOf(
      [chunk([{ text: 'Yes.' }], { groundingMetadata, finishReason: 'STOP' })],
      'gemini-2.5-flash',
    )
    expect(answer.usage).toEqual({ ...usage, webSearches: 1 })
  })

  it('[P4] does not report again the searches that came as parts of the answer', () => {
    const call = { toolCall: { toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['stet'] }, id: 'x' } }
    const answer = answerOf([chunk([call, { text: 'Yes.' }], { groundingMetadata, finishReason: 'STOP' })])
    expect(answer.parts.slice(0, 2)).toEqual([
      { kind: 'provider-call', tool: 'google_search_web', input: '{"queries":["stet"]}', outcome: 'done' },
      { kind: 'text', text: 'Yes.' },
    ])
  })

  it('[T8] a fetch that came as a part has failed when none of its pages could be read', () => {
    const call = (url: string) => ({ toolCall: { toolType: 'URL_CONTEXT', args: { urls: [url] }, id: url } })
    const urlMetadata = [
      { retrievedUrl: 'https://one.example', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' },
      { retrievedUrl: 'https://two.example', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_UNSAFE' },
    ]
    const parts = [call('https://one.example'), call('https://two.example'), { text: 'Yes.' }]
    const answer = answerOf([chunk(parts, { urlContextMetadata: { urlMetadata }, finishReason: 'STOP' })])
    const fetch = { kind: 'provider-call', tool: 'url_context' }
    expect(answer.parts).toEqual([
      { ...fetch, input: '{"urls":["https://one.example"]}', outcome: 'done' },
      { ...fetch, input: '{"urls":["https://two.example"]}', outcome: 'failed', because: 'unsafe' },
      { kind: 'text', text: 'Yes.' },
      { kind: 'source', url: 'https://one.example', title: null, citedText: null },
    ])
  })

  it.each([
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'refused'],
    ['RECITATION', 'refused'],
    ['PROHIBITED_CONTENT', 'refused'],
  ])('[P4] ends by %s as %s', (finishReason, end) => {
    expect(answerOf([chunk([{ text: 'So' }], { finishReason })]).end).toBe(end)
  })

  it('[P4] is refused when the prompt was blocked, with what it cost', () => {
    const blocked = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 9 } }
    expect(answerOf([blocked])).toEqual({
      end: 'refused',
      parts: [],
      native: null,
      rawUsage: { promptTokenCount: 9 },
      usage: { ...usage, output: 0 },
    })
  })

  it.each([
    ['MALFORMED_FUNCTION_CALL', 'protocol', 'the model wrote a call that Gemini could not read: print(x)'],
    ['MISSING_THOUGHT_SIGNATURE', 'replay-refused', 'Gemini misses the signature of an earlier call'],
    ['SOMETHING_NEW', 'protocol', 'Gemini stopped without an answer: SOMETHING_NEW: print(x)'],
  ])('[FP-10] says what went wrong by %s, after what arrived', (finishReason, kind, message) => {
    const reader = createGeminiReader('gemini-3-flash-preview')
    reader.read(chunk([{ text: 'So' }], { finishReason, finishMessage: 'print(x)' }))
    expect(reader.take()).toHaveLength(2)
    expect(() => reader.end()).toThrow(new ModelError(kind === 'protocol' ? 'protocol' : 'replay-refused', { message }))
  })

  it('[FP-4] is no answer without a reason for its end', () => {
    const reader = createGeminiReader('gemini-3-flash-preview')
    reader.read(chunk([{ text: 'So' }]))
    expect(() => reader.end()).toThrow('the answer broke off: the stream ended without its last event')
  })

  it('[FP-16] takes an answer without usage', () => {
    const candidates = [{ content: { role: 'model', parts: [{ text: 'So.' }] }, finishReason: 'STOP' }]
    const { rawUsage, usage: figures } = answerOf([{ candidates }])
    expect({ rawUsage, figures }).toEqual({ rawUsage: null, figures: null })
  })
})
