import { describe, expect, it } from 'vitest'
import { fromException, refine } from './errors.ts'

function refused(status: number, name: string, message: string, headers: Record<string, string> = {}) {
  const error = refine({
    status,
    headers: new Headers({ 'x-amzn-errortype': `${name}:http://internal.example/`, ...headers }),
    body: JSON.stringify({ message }),
  })
  return error === null ? null : { kind: error.kind, retryable: error.retryable, retryAfterMs: error.retryAfterMs }
}

describe('refine', () => {
  it.each([
    [400, 'ValidationException', 'Input is too long for requested model.', 'context-too-long'],
    [400, 'ValidationException', 'prompt is too long: 210000 tokens > 200000 maximum', 'context-too-long'],
    [400, 'ValidationException', 'The provided model identifier is invalid.', 'not-found'],
    [400, 'ValidationException', 'Invalid `signature` in `thinking` block', 'replay-refused'],
    [400, 'AccessDeniedException', 'You don’t have access to the model.', 'auth'],
    [424, 'ModelErrorException', 'The model failed.', 'overloaded'],
  ])('[FP-9] %i %s: %s is %s', (status, name, message, kind) => {
    expect(refused(status, name, message)?.kind).toBe(kind)
  })

  it('[FP-6] does not try again on a quota that waiting does not lift', () => {
    const spent = { kind: 'rate-limited', retryable: false, retryAfterMs: null }
    expect(refused(429, 'ThrottlingException', 'Too many tokens per day.')).toEqual(spent)
    expect(refused(400, 'ServiceQuotaExceededException', 'Your quota is reached.')).toEqual(spent)
  })

  it('leaves to the status what its name does not say more exactly', () => {
    expect(refused(429, 'ThrottlingException', 'Too many requests.', { 'retry-after': '3' })).toBeNull()
    expect(refused(403, 'AccessDeniedException', 'No.')).toBeNull()
    expect(refused(400, 'ValidationException', 'thinking.budget_tokens is too small')).toBeNull()
    expect(refused(500, 'SomethingNew', 'Oh.')).toBeNull()
  })
})

describe('fromException', () => {
  it.each([
    ['throttlingException', 'rate-limited'],
    ['serviceUnavailableException', 'overloaded'],
    ['internalServerException', 'overloaded'],
    ['modelStreamErrorException', 'overloaded'],
    ['sunsetException', 'protocol'],
  ])('[FP-5] %s is %s', (name, kind) => {
    expect(fromException(name, 'It broke off.')).toMatchObject({ kind })
  })
})
