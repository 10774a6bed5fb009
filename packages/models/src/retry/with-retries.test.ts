import { describe, expect, it } from 'vitest'
import { ModelError, type ModelErrorFacts, type ModelErrorKind } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import { recordStream } from '../testing/find-breaches.ts'
import { type Wait, wait as waitByTimer } from '../wait.ts'
import { usualRetries, withRetries } from './with-retries.ts'

const started: ModelEvent = { kind: 'part-started', part: 0, start: { kind: 'text' } }
const finished: ModelEvent = {
  kind: 'answer-finished',
  answer: { end: 'complete', parts: [], native: null, rawUsage: null, usage: null },
}

function fail(kind: ModelErrorKind, facts: Partial<ModelErrorFacts> = {}): ModelError {
  return new ModelError(kind, { message: `it is ${kind}`, ...facts })
}

interface Run {
  /** What each attempt gives: events, and then an error. */
  readonly attempts: readonly (readonly (ModelEvent | Error)[])[]
  readonly signal?: AbortSignal
  readonly wait?: Wait
  readonly random?: number
}

async function run({ attempts, signal = new AbortController().signal, wait, random = 1 }: Run) {
  const waited: number[] = []
  let made = 0
  const stream = withRetries({
    attempt: async function* () {
      const steps = attempts[made] ?? attempts.at(-1) ?? []
      made += 1
      for (const step of steps) {
        if (step instanceof Error) throw step
        yield step
      }
    },
    policy: usualRetries,
    signal,
    wait: wait ?? (async milliseconds => void waited.push(milliseconds)),
    random: () => random,
  })
  const { events, thrown } = await recordStream(stream)
  return { events, thrown, waited, made }
}

describe('withRetries', () => {
  it('[FP-7] waits longer from attempt to attempt, says so each time, and gives up in the end', async () => {
    const error = fail('overloaded', { status: 529 })
    const because = { kind: 'overloaded' as const, status: 529, message: 'it is overloaded' }
    expect(await run({ attempts: [[error]] })).toEqual({
      events: [1_000, 2_000, 4_000, 8_000].map((afterMs, index) => ({
        kind: 'retrying',
        failed: index + 1,
        afterMs,
        because,
      })),
      thrown: error,
      waited: [1_000, 2_000, 4_000, 8_000],
      made: 5,
    })
  })

  it('[FP-7] spreads the waits of many', async () => {
    const waits = [0, 0.5, 1].map(random => run({ attempts: [[fail('overloaded')], [finished]], random }))
    expect((await Promise.all(waits)).map(({ waited }) => waited)).toEqual([[500], [750], [1_000]])
  })

  it('[FP-5] goes on with the attempt that succeeds', async () => {
    const { events, thrown, made } = await run({ attempts: [[fail('network')], [started, finished]] })
    expect({ kinds: events.map(({ kind }) => kind), thrown, made }).toEqual({
      kinds: ['retrying', 'part-started', 'answer-finished'],
      thrown: null,
      made: 2,
    })
  })

  it('[FP-3] makes no other attempt once anything was told', async () => {
    const error = fail('network')
    expect(await run({ attempts: [[started, error]] })).toEqual({
      events: [started],
      thrown: error,
      waited: [],
      made: 1,
    })
  })

  it.each([
    ['twenty seconds', 20_000, 20_000],
    ['no time at all', 0, 0],
    ['a day', 86_400_000, 60_000],
  ])('[FP-6] waits as asked, but no longer than a minute: %s', async (_name, retryAfterMs, expected) => {
    const { waited } = await run({ attempts: [[fail('rate-limited', { retryAfterMs })], [finished]] })
    expect(waited).toEqual([expected])
  })

  it('[FP-6] makes no other attempt against a spend limit', async () => {
    const error = fail('rate-limited', { retryable: false, retryAfterMs: 10 })
    expect(await run({ attempts: [[error]] })).toEqual({ events: [], thrown: error, waited: [], made: 1 })
  })

  it.each<ModelErrorKind>([
    'auth',
    'context-too-long',
    'refused',
    'replay-refused',
    'not-found',
    'invalid-request',
    'protocol',
    'aborted',
  ])('[FP-8] makes no other attempt when it failed as %s', async kind => {
    expect((await run({ attempts: [[fail(kind)]] })).made).toBe(1)
  })

  it('leaves an error that is no ModelError as it is', async () => {
    const bug = new Error('a bug')
    expect(await run({ attempts: [[bug]] })).toEqual({ events: [], thrown: bug, waited: [], made: 1 })
  })

  it('[FP-6] can be cancelled while it waits', async () => {
    const controller = new AbortController()
    const { thrown, made } = await run({
      attempts: [[fail('rate-limited', { retryAfterMs: 50_000 })]],
      signal: controller.signal,
      wait: (milliseconds, signal) => {
        setTimeout(() => controller.abort(), 10)
        return waitByTimer(milliseconds, signal)
      },
    })
    expect({ kind: thrown instanceof ModelError ? thrown.kind : thrown, made }).toEqual({ kind: 'aborted', made: 1 })
  })
})
