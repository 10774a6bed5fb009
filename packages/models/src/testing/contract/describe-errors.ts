import { describe, expect, it } from 'vitest'
import { ModelError, type ModelErrorKind } from '../../model-error.ts'
import { publishedBy } from '../answer-of.ts'
import type { RefusalCase } from '../provider-fixtures.ts'
import type { Harness, ProviderUnderTest } from '../provider-harness.ts'
import { testKey } from '../test-connection.ts'
import { kindOf } from './describe-answers.ts'

/** What any server may answer, whatever the family. */
const anyRefusals: readonly (Omit<RefusalCase, 'body'> & { readonly body: string })[] = [
  {
    name: '[FP-8] a key that is not known',
    status: 401,
    body: '{"error":{"message":"Unknown key."}}',
    kind: 'auth',
    retryable: false,
  },
  {
    name: '[FP-8] a key without the right',
    status: 403,
    body: '{"error":{"message":"Not you."}}',
    kind: 'auth',
    retryable: false,
  },
  {
    name: '[FP-8] an empty account',
    status: 402,
    body: '{"error":{"message":"Pay first."}}',
    kind: 'auth',
    retryable: false,
  },
  {
    name: '[P7] an unknown model',
    status: 404,
    body: '{"error":{"message":"No such model."}}',
    kind: 'not-found',
    retryable: false,
  },
  {
    name: '[FP-6] too many requests',
    status: 429,
    body: '{"error":{"message":"Slower."}}',
    kind: 'rate-limited',
    retryable: true,
  },
  {
    name: '[FP-6] a spend limit',
    status: 429,
    body: '{"error":{"message":"Spent.","type":"rate_limit_error","code":"enforced_spend_limit_reached"}}',
    kind: 'rate-limited',
    retryable: false,
  },
  {
    name: '[FP-7] a gateway without its server',
    status: 502,
    body: '<html><title>Bad Gateway</title><body>x</body></html>',
    kind: 'overloaded',
    retryable: true,
  },
  {
    name: '[FP-7] a server under maintenance',
    status: 503,
    body: '<html><body>Later</body></html>',
    kind: 'overloaded',
    retryable: true,
  },
  { name: '[FP-7] an overloaded server', status: 529, body: '', kind: 'overloaded', retryable: true },
]

/** Errors by status and within a stream: their kind, and what of them the user reads. */
export function describeErrors(harness: Harness, { provider, fixtures, connection }: ProviderUnderTest): void {
  const refusals = [...anyRefusals, ...fixtures.refusals.map(each => ({ ...each, body: JSON.stringify(each.body) }))]

  describe('refused', () => {
    it.each(refusals)(
      '[R8] $name is $kind, asked once, and keeps what the provider answered',
      async ({ status, headers, body, kind, retryable }) => {
        const type = body.startsWith('<') ? 'text/html' : 'application/json'
        harness.server().reply({ status, headers: { 'content-type': type, 'x-request-id': 'req_7', ...headers }, body })
        for (const streaming of [true, false]) {
          const { events, thrown } = await harness.run({ settings: { streaming } })
          expect({ events, error: factsOf(thrown) }).toEqual({
            events: [],
            error: { kind, status, retryable, isPlain: true, reply: { body, requestId: 'req_7' } },
          })
        }
        expect(harness.server().requests.length).toBe(2)
      },
    )

    it.each<[string, Record<string, string>, number | null]>([
      ['seconds', { 'retry-after': '20' }, 20_000],
      ['a day', { 'retry-after': '86400' }, 86_400_000],
      ['a negative figure', { 'retry-after': '-5' }, null],
      ['nothing', {}, null],
    ])('[FP-6] reports how long to wait when it is asked for %s', async (_name, headers, expected) => {
      const body = '{"error":{"message":"Slower."}}'
      harness.server().reply({ status: 429, headers: { 'content-type': 'application/json', ...headers }, body })
      const { thrown } = await harness.run()
      expect(thrown).toMatchObject({ kind: 'rate-limited', retryAfterMs: expected })
    })

    it('[FP-8] never repeats the key', async () => {
      const body = JSON.stringify({
        error: { message: `the key ${testKey} is not known`, type: 'authentication_error' },
      })
      harness.server().reply({ status: 401, headers: { 'content-type': 'application/json' }, body })
      const { thrown } = await harness.run()
      expect({ kind: kindOf(thrown), leaks: everythingIn(thrown).includes(testKey) }).toEqual({
        kind: 'auth',
        leaks: false,
      })
      expect(JSON.stringify(harness.server().requests)).toContain(testKey)
    })

    it.each(fixtures.failures)('[FP-5] $name is $kind, with what was published before it', async failure => {
      harness.serve(failure.events.map(fixtures.frame))
      const record = await harness.run()
      expect({
        published: publishedBy(record),
        kind: kindOf(record.thrown),
        retryable: factsOf(record.thrown)?.retryable,
      }).toEqual({
        published: failure.published,
        kind: failure.kind,
        retryable: failure.retryable,
      })
    })

    it('[FP-9] knows the words of its family for a context that is too long', () => {
      expect(fixtures.refusals.map(({ kind }) => kind)).toContain('context-too-long')
    })

    it('[FP-5] has a failure at the start, before anything was published, and one in mid-stream', () => {
      expect(new Set(fixtures.failures.map(({ published }) => published === ''))).toEqual(new Set([true, false]))
    })

    it('[P3] reports why models could not be discovered', async () => {
      const reached = connection(harness.server().url)
      const signal = new AbortController().signal
      const kinds: unknown[] = []
      for (const { status, body } of anyRefusals.filter(each => [401, 502].includes(each.status))) {
        harness
          .server()
          .reply({ status, headers: { 'content-type': body.startsWith('<') ? 'text/html' : 'application/json' }, body })
        kinds.push(await provider.discover(reached, signal).then(() => null, kindOf))
      }
      harness.server().reply({ headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' })
      kinds.push(await provider.discover(reached, signal).then(() => null, kindOf))
      kinds.push(await provider.discover(reached, AbortSignal.abort()).then(() => null, kindOf))
      expect(kinds).toEqual(['auth', 'overloaded', 'protocol', 'aborted'] satisfies ModelErrorKind[])
    })
  })
}

function factsOf(thrown: unknown) {
  if (!(thrown instanceof ModelError)) return null
  const { kind, status, retryable, message, reply } = thrown
  return { kind, status, retryable, reply, isPlain: message !== '' && !/[<>]|\[object/.test(message) }
}

/** Whatever a log could show of an error. */
function everythingIn(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const { message, stack = '', cause } = thrown
  return [message, stack, JSON.stringify(thrown), everythingIn(cause)].join('\n')
}
