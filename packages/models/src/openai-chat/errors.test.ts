import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import type { ModelErrorKind } from '../model-error.ts'
import { fromErrorObject, refine } from './errors.ts'

function refused(
  status: number,
  body: Json | string,
): { readonly kind: string | undefined; readonly message: string | undefined } {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const error = refine({ status, headers: new Headers(), body: text })
  return { kind: error?.kind, message: error?.message }
}

describe('refusals', () => {
  it.each<[string, number, Json | string, ModelErrorKind]>([
    [
      '[FP-9] OpenAI’s window',
      400,
      { error: { code: 'context_length_exceeded', message: 'Too long.' } },
      'context-too-long',
    ],
    [
      '[FP-9] vLLM’s window',
      400,
      { object: 'error', message: "This model's maximum context length is 4096 tokens.", code: 400 },
      'context-too-long',
    ],
    [
      '[FP-9] llama.cpp’s window',
      500,
      { error: { message: 'context size has been exceeded', type: 'server_error' } },
      'context-too-long',
    ],
    [
      '[FP-9] xAI’s window',
      400,
      { error: "This model's maximum prompt length is 131072 but the request contains 200000 tokens." },
      'context-too-long',
    ],
    [
      '[P7] a model that Ollama has not',
      404,
      { error: { message: 'model "x" not found, try pulling it first' } },
      'not-found',
    ],
    [
      '[P7] an unknown model reported as a bad request',
      400,
      { error: { message: 'Model x does not exist', code: 'model_not_found' } },
      'not-found',
    ],
    [
      '[FP-8] a key that Gemini rejects',
      400,
      [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }],
      'auth',
    ],
    [
      '[C7] reasoning that Groq rejects',
      400,
      {
        error: {
          message:
            "'messages.1' : for 'role:assistant' the following must be satisfied[property 'reasoning' is unsupported]",
        },
      },
      'replay-refused',
    ],
    [
      '[C7] reasoning that DeepSeek misses',
      400,
      { error: { message: 'Missing `reasoning_content` field in the assistant message' } },
      'replay-refused',
    ],
    ['[P5] anything else', 400, { error: { message: 'x does not support tools' } }, 'invalid-request'],
    ['[FP-7] a page', 502, '<html><title>Bad gateway</title></html>', 'overloaded'],
    [
      '[FP-7] a busy server, whatever its words',
      503,
      { error: { message: 'model not found in any pool' } },
      'overloaded',
    ],
  ])('%s', (_name, status, body, kind) => {
    expect(refused(status, body).kind).toBe(kind)
  })

  it('[FP-7] of a router say what the provider behind it said', () => {
    const body = {
      error: {
        code: 502,
        message: 'Provider returned error',
        metadata: { provider_name: 'Some', raw: '{"error":{"message":"The model is loading."}}' },
      },
    }
    expect(refused(502, body)).toEqual({ kind: 'overloaded', message: 'The model is loading. (502)' })
  })
})

describe('errors in the midst of an answer', () => {
  it.each<[string, Json, ModelErrorKind, boolean]>([
    ['an overload', { message: 'Busy', code: 'server_is_overloaded' }, 'overloaded', true],
    ['a status for a code', { message: 'Slower', code: 429 }, 'rate-limited', true],
    ['a spent account', { message: 'Spent', code: 'insufficient_quota' }, 'rate-limited', false],
    ['a text', 'out of memory', 'protocol', false],
    ['nothing', null, 'protocol', false],
    ['a filter', { message: 'Stopped', type: 'content_filter' }, 'refused', false],
  ])('[FP-5] may be %s', (_name, error, kind, retryable) => {
    expect(fromErrorObject(error)).toMatchObject({ kind, retryable })
  })
})
