import { describe, expect, it } from 'vitest'
import type { ModelErrorKind } from '../model-error.ts'
import { fromErrorEvent, fromRefusal } from './errors.ts'

function refusal(status: number, type: string, message: string, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' })
  return { status, headers: new Headers(headers), body }
}

describe('errors of Anthropic', () => {
  it.each<[ModelErrorKind, number, string, string]>([
    ['auth', 401, 'authentication_error', 'invalid bearer token'],
    ['auth', 403, 'permission_error', 'Your API key does not have permission'],
    ['auth', 402, 'billing_error', 'Check your payment details'],
    ['auth', 400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'],
    ['auth', 400, 'invalid_request_error', 'You have reached your specified API usage limits.'],
    ['not-found', 404, 'not_found_error', 'model: claude-none'],
    ['rate-limited', 429, 'rate_limit_error', 'This request would exceed your rate limit'],
    ['overloaded', 529, 'overloaded_error', 'Overloaded'],
    ['overloaded', 500, 'api_error', 'Internal server error'],
    ['overloaded', 504, 'timeout_error', 'Request timed out'],
    ['context-too-long', 413, 'request_too_large', 'Request exceeds the maximum size'],
    ['context-too-long', 400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'],
    [
      'context-too-long',
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000',
    ],
    ['replay-refused', 400, 'invalid_request_error', 'messages.1.content.0: Invalid `signature` in `thinking` block'],
    [
      'replay-refused',
      400,
      'invalid_request_error',
      "messages.3.content.0: Input tag 'tool_addition' found using 'type' does not match any of the expected tags",
    ],
    ['replay-refused', 400, 'invalid_request_error', 'messages.3.role: unexpected role "system"'],
    [
      'replay-refused',
      400,
      'invalid_request_error',
      'messages.3.content.5: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
    ],
    [
      'replay-refused',
      400,
      'invalid_request_error',
      'messages.5.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.',
    ],
    [
      'replay-refused',
      400,
      'invalid_request_error',
      'messages.1.content.1: Invalid `encrypted_content` in `search_result` block',
    ],
    ['invalid-request', 400, 'invalid_request_error', '`max_tokens` must be greater than `thinking.budget_tokens`.'],
    [
      'invalid-request',
      400,
      'invalid_request_error',
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive".',
    ],
    ['invalid-request', 400, 'invalid_request_error', 'messages: at least one message is required'],
  ])('[P2] reads %s of %i %s %s', (kind, status, type, message) => {
    const error = fromRefusal(refusal(status, type, message))
    expect({ kind: error.kind, status: error.status, says: error.message.includes(message) }).toEqual({
      kind,
      status,
      says: true,
    })
  })

  it('[FP-6] keeps how long to wait', () => {
    const error = fromRefusal(refusal(429, 'rate_limit_error', 'slow down', { 'retry-after': '7' }))
    expect({ kind: error.kind, retryAfterMs: error.retryAfterMs, retryable: error.retryable }).toEqual({
      kind: 'rate-limited',
      retryAfterMs: 7000,
      retryable: true,
    })
  })

  it('[FP-6] a spend limit is not waited for', () => {
    const details = { error_code: 'enforced_spend_limit_reached' }
    const body = JSON.stringify({ type: 'error', error: { type: 'rate_limit_error', message: 'limit', details } })
    const error = fromRefusal({ status: 429, headers: new Headers(), body })
    expect({ kind: error.kind, retryable: error.retryable }).toEqual({ kind: 'rate-limited', retryable: false })
  })

  it('[FP-7] shows no markup of a page in place of an answer', () => {
    const body = '<html><head><title>529 Overloaded</title></head><body><script>x()</script></body></html>'
    const error = fromRefusal({ status: 529, headers: new Headers(), body })
    expect({ kind: error.kind, markup: /[<>]/.test(error.message) }).toEqual({ kind: 'overloaded', markup: false })
  })

  it.each<[ModelErrorKind, string]>([
    ['overloaded', 'overloaded_error'],
    ['overloaded', 'api_error'],
    ['rate-limited', 'rate_limit_error'],
    ['auth', 'permission_error'],
    ['invalid-request', 'invalid_request_error'],
    ['overloaded', 'an_error_of_tomorrow'],
  ])('[FP-5] reads %s of the event %s', (kind, type) => {
    const error = fromErrorEvent({ type: 'error', error: { type, message: 'It broke.' } })
    expect({ kind: error.kind, message: error.message }).toEqual({ kind, message: 'It broke.' })
  })

  it('[FP-5] an event that says nothing is an error anyway', () => {
    const error = fromErrorEvent({ type: 'error' })
    expect({ kind: error.kind, message: error.message }).toEqual({
      kind: 'overloaded',
      message: 'the provider broke off without saying why',
    })
  })
})
