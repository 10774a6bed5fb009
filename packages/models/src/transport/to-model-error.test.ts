import { describe, expect, it } from 'vitest'
import type { ModelError } from '../model-error.ts'
import { networkError } from './network-error.ts'
import { fromResponse, type Refusal } from './to-model-error.ts'

const now = Date.parse('2026-11-15T12:00:00Z')

function refuse(status: number, body = '', headers: Record<string, string> = {}): Refusal {
  return { status, body, headers: new Headers(headers) }
}

function factsOf({ kind, status, message, retryAfterMs, retryable }: ModelError) {
  return { kind, status, message, retryAfterMs, retryable }
}

describe('fromResponse', () => {
  it.each([
    ['[FP-9]', 400, 'invalid-request', false],
    ['[FP-8]', 401, 'auth', false],
    ['[FP-8]', 402, 'auth', false],
    ['[FP-8]', 403, 'auth', false],
    ['[P7]', 404, 'not-found', false],
    ['[FP-7]', 408, 'overloaded', true],
    ['[FP-9]', 413, 'context-too-long', false],
    ['[P4]', 422, 'invalid-request', false],
    ['[FP-6]', 429, 'rate-limited', true],
    ['[FP-7]', 500, 'overloaded', true],
    ['[FP-7]', 502, 'overloaded', true],
    ['[FP-7]', 503, 'overloaded', true],
    ['[FP-7]', 529, 'overloaded', true],
  ])('%s takes status %i for %s', (_id, status, kind, retryable) => {
    const error = fromResponse(refuse(status, '{"error":{"message":"So it is."}}'))
    expect(factsOf(error)).toMatchObject({ kind, status, retryable, message: expect.stringContaining('So it is.') })
  })

  it.each<[string, Record<string, string>, number | null]>([
    ['seconds', { 'retry-after': '20' }, 20_000],
    ['a part of a second', { 'retry-after': '0.5' }, 500],
    ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '2' }, 1500],
    ['a date', { 'retry-after': 'Sun, 15 Nov 2026 12:00:30 GMT' }, 30_000],
    ['a date that has passed', { 'retry-after': 'Sun, 15 Nov 2026 11:00:00 GMT' }, 0],
    ['a day', { 'retry-after': '86400' }, 86_400_000],
    ['nothing', {}, null],
    ['a negative figure', { 'retry-after': '-5' }, null],
    ['no figure', { 'retry-after': 'soon' }, null],
  ])('[FP-6] reads %s as the time to wait', (_name, headers, expected) => {
    expect(fromResponse(refuse(429, '', headers), now).retryAfterMs).toBe(expected)
  })

  it.each(['enforced_spend_limit_reached', 'insufficient_quota', 'billing_hard_limit_reached'])(
    '[FP-6] says that waiting does not help against %s',
    code => {
      const error = fromResponse(
        refuse(429, JSON.stringify({ error: { message: 'Spent.', code } }), { 'retry-after': '1' }),
      )
      expect(factsOf(error)).toEqual({
        kind: 'rate-limited',
        status: 429,
        message: 'Spent. (429)',
        retryAfterMs: 1000,
        retryable: false,
      })
    },
  )

  it('[FP-7] reports a page by its title, with no markup', () => {
    const page =
      '<!DOCTYPE html><html><head><title>502 Bad\nGateway</title></head><body><script>x</script></body></html>'
    expect(fromResponse(refuse(502, page)).message).toBe(
      'a web page came instead of an answer, titled "502 Bad Gateway" (502)',
    )
    expect(fromResponse(refuse(503, '<p>Down')).message).toBe('a web page came instead of an answer (503)')
  })

  it.each([
    ['{"error":{"message":"One."}}', 'One. (400)'],
    ['{"message":"Two."}', 'Two. (400)'],
    ['{"error":"Three."}', 'Three. (400)'],
    ['[{"error":{"message":"Four."}}]', 'Four. (400)'],
    ['{"detail":[{"message":"Five."}]}', 'Five. (400)'],
    ['six\n  lines', 'six lines (400)'],
    ['', 'the provider answered with status 400'],
    ['{"x":1}', 'the provider answered with status 400'],
    [`"${'x'.repeat(5000)}"`, `${'x'.repeat(600)}… (400)`],
  ])('finds what people can read in %j', (body, message) => {
    expect(fromResponse(refuse(400, body)).message).toBe(message)
  })

  it('[FP-8] says in words that the key was rejected', () => {
    expect(fromResponse(refuse(401)).message).toBe('the key was rejected (401)')
    expect(fromResponse(refuse(402, '{"message":"Top up."}')).message).toBe('payment is required: Top up. (402)')
  })
})

describe('networkError', () => {
  it.each([
    ['ENOTFOUND', 'api.test has no address: the name is not known (DNS) (ENOTFOUND)', false],
    ['EAI_AGAIN', 'api.test has no address for now: names cannot be looked up (DNS) (EAI_AGAIN)', true],
    ['ECONNREFUSED', 'api.test refused the connection: nothing listens there (ECONNREFUSED)', false],
    ['ECONNRESET', 'api.test closed the connection before the answer was complete (ECONNRESET)', true],
    ['UND_ERR_CONNECT_TIMEOUT', 'api.test could not be connected to in time (UND_ERR_CONNECT_TIMEOUT)', true],
    ['UND_ERR_HEADERS_TIMEOUT', 'api.test did not answer in time (UND_ERR_HEADERS_TIMEOUT)', false],
    ['EHOSTUNREACH', 'api.test cannot be reached from this network (EHOSTUNREACH)', true],
    ['CERT_HAS_EXPIRED', 'api.test could not prove who it is, or speaks no TLS (CERT_HAS_EXPIRED)', false],
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'api.test could not prove who it is, or speaks no TLS (DEPTH_ZERO_SELF_SIGNED_CERT)',
      false,
    ],
  ])('[FP-18] names %s, however deep it is hidden', (code, message, retryable) => {
    const several = new AggregateError([Object.assign(new Error('one'), { code })])
    const thrown = new Error('Connection error.', { cause: new TypeError('fetch failed', { cause: several }) })
    expect(factsOf(networkError(thrown, 'api.test'))).toMatchObject({ kind: 'network', message, retryable })
  })
})
