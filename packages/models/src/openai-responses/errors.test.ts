import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import type { ModelError } from '../model-error.ts'
import { fromErrorEvent, refineRefusal } from './errors.ts'

function factsOf(error: ModelError | null) {
  if (error === null) return null
  const { kind, message, status, retryable, retryAfterMs } = error
  return { kind, message, status, retryable, retryAfterMs }
}

describe('errors of the Responses API', () => {
  it.each<[string, Json, Partial<ReturnType<typeof factsOf>>]>([
    ['[FP-5] an overload', { code: 'server_is_overloaded' }, { kind: 'overloaded', retryable: true }],
    ['[FP-5] an error on their side', { code: 'server_error' }, { kind: 'overloaded', retryable: true }],
    [
      '[FP-5] a word instead of a code',
      { type: 'service_unavailable_error', code: null },
      { kind: 'overloaded', retryable: true },
    ],
    ['[FP-6] a spent account', { code: 'insufficient_quota' }, { kind: 'rate-limited', retryable: false }],
    ['[FP-6] a spend limit', { code: 'enforced_spend_limit_reached' }, { kind: 'rate-limited', retryable: false }],
    ['[FP-6] a busy minute', { code: 'rate_limit_exceeded' }, { kind: 'rate-limited', retryable: true }],
    ['[FP-8] a rejected key', { code: 'invalid_api_key' }, { kind: 'auth', retryable: false }],
    [
      '[FP-9] a context that is too long',
      { code: 'context_length_exceeded' },
      { kind: 'context-too-long', retryable: false },
    ],
    ['a flagged prompt', { code: 'invalid_prompt' }, { kind: 'refused', retryable: false }],
    ['a policy', { code: 'image_content_policy_violation' }, { kind: 'refused', retryable: false }],
    [
      'encrypted reasoning of others',
      { code: 'invalid_encrypted_content' },
      { kind: 'replay-refused', retryable: false },
    ],
    [
      'a bad picture',
      { type: 'invalid_request_error', code: 'invalid_image' },
      { kind: 'invalid-request', retryable: false },
    ],
    ['something unheard of', { code: 'moon_phase' }, { kind: 'protocol', retryable: false }],
  ])('%s within a stream has its kind', (_name, error, expected) => {
    const reported = typeof error === 'object' && error !== null ? { message: 'So it is.', ...error } : error
    expect(factsOf(fromErrorEvent(reported))).toEqual({
      message: 'So it is.',
      status: null,
      retryAfterMs: null,
      ...expected,
    })
  })

  it.each([
    ['Please try again in 1.898s. Visit us.', 1898],
    ['Please try again in 20ms.', 20],
    ['Please try again in 2m.', 120_000],
    ['Please wait.', null],
  ])('[FP-6] reads the delay from the sentence: %s', (message, retryAfterMs) => {
    expect(fromErrorEvent({ code: 'rate_limit_exceeded', message }).retryAfterMs).toBe(retryAfterMs)
  })

  it('says that nothing was said of a failure without an error', () => {
    expect(factsOf(fromErrorEvent(null))).toEqual({
      kind: 'protocol',
      message: 'the provider says that the answer failed, and not why',
      status: null,
      retryable: false,
      retryAfterMs: null,
    })
  })

  it('[FP-9] leaves to the status what the body says no more of', () => {
    const headers = new Headers()
    expect(refineRefusal({ status: 503, headers, body: '<html>Bad gateway</html>' })).toBeNull()
    expect(refineRefusal({ status: 429, headers, body: '{"error":{"code":"rate_limit_exceeded"}}' })).toBeNull()
    expect(refineRefusal({ status: 500, headers, body: '{"error":{"message":"Hm."}}' })).toBeNull()
  })
})
