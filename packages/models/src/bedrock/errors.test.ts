import { describe, expect, it } from 'vitest'
import { fromStreamError, refine } from './errors.ts'

function refused(status: number, name: string, message: string, headers: Record<string, string> = {}) {
  const error = refine({
    status,
    headers: new Headers({ 'x-amzn-errortype': `${name}:http://internal.example/`, ...headers }),
    body: JSON.stringify({ message }),
  })
  return error === null ? null : { kind: error.kind, retryable: error.retryable, retryAfterMs: error.retryAfterMs }
}

function thrown(name: string, message: string) {
  return fromStreamError(Object.assign(new Error(message), { name }))
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

describe('fromStreamError', () => {
  it.each([
    ['ThrottlingException', 'rate-limited'],
    ['ServiceUnavailableException', 'overloaded'],
    ['InternalServerException', 'overloaded'],
    ['ModelStreamErrorException', 'overloaded'],
    ['sunsetException', 'protocol'],
    ['Error', 'protocol'],
  ])('[FP-5] %s is %s', (name, kind) => {
    expect(thrown(name, 'It broke off.')).toMatchObject({ kind })
  })

  it('[FP-8] says nothing that is secret', () => {
    const secret = Object.assign(new Error('The key sk-secret failed.'), { name: 'InternalServerException' })
    expect(fromStreamError(secret, text => text.replaceAll('sk-secret', '[secret removed]'))).toMatchObject({
      message: 'The key [secret removed] failed.',
      cause: undefined,
    })
  })

  it('[FP-4] says that an answer broke off in the middle of an event', () => {
    expect(thrown('Error', 'Truncated event message received.')).toMatchObject({
      kind: 'protocol',
      message: 'the answer broke off: it cannot be read on',
    })
  })
})
