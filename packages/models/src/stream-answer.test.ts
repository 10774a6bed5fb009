import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { ModelError, type ModelErrorFacts, type ModelErrorKind } from './model-error.ts'
import type { ModelEvent } from './model-event.ts'
import type { ReportedUsage } from './models.ts'
import type { AnswerReader, PreparedRequest } from './provider.ts'
import { type OpenedCall, streamAnswer, usualRetries } from './stream-answer.ts'
import { recordStream } from './testing/find-breaches.ts'
import { testConnection, testKey } from './testing/test-connection.ts'
import { type Wait, wait as waitByTimer } from './wait.ts'

const started: ModelEvent = { kind: 'part-started', part: 0, start: { kind: 'text' } }
const late: ModelEvent = { kind: 'part-delta', part: 0, text: 'late' }
const finished: ModelEvent = {
  kind: 'answer-finished',
  answer: { end: 'complete', parts: [], native: null, rawUsage: null, usage: null },
}

function fail(kind: ModelErrorKind, facts: Partial<ModelErrorFacts> = {}): ModelError {
  return new ModelError(kind, { message: `it is ${kind}`, ...facts })
}

/** An error as it is thrown: with what the provider answered. */
function answered(error: ModelError): ModelError {
  return error.with({ reply: { body: '{}', requestId: 'req_7' } })
}

/** Makes of every event of the wire what is scripted for this attempt. */
function scripted(steps: readonly (ModelEvent | Error)[], reported: ReportedUsage | null): AnswerReader {
  let made: ModelEvent[] = []
  let ended = false
  return {
    read() {
      for (const step of steps) {
        if (step instanceof Error) throw step
        if (step.kind === 'answer-finished') ended = true
        made.push(step)
      }
    },
    readWhole: () => undefined,
    hasEnded: () => ended,
    end: () => undefined,
    reported: () => reported,
    take() {
      const taken = made
      made = []
      return taken
    },
  }
}

interface Run {
  /** What each attempt gives: events, and then an error. */
  readonly attempts: readonly (readonly (ModelEvent | Error)[])[]
  readonly signal?: AbortSignal
  readonly wait?: Wait
  readonly random?: number
  readonly onSent?: OpenedCall['onSent']
  readonly onUsage?: OpenedCall['onUsage']
  readonly reported?: ReportedUsage
  readonly body?: Json
  /** The one event of the wire. */
  readonly event?: string
}

function open({ attempts, signal = new AbortController().signal, wait, random = 1, ...options }: Run) {
  const { onSent, onUsage, reported = null, body = {}, event = '{}' } = options
  const waited: number[] = []
  const closed: string[] = []
  const sent: unknown[] = []
  let made = 0
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    sent.push(init?.body)
    init?.signal?.addEventListener('abort', () => closed.push('closed'))
    const bytes = new TextEncoder().encode(`data: ${event}\n\n`)
    const body = new ReadableStream({ start: controller => controller.enqueue(bytes) })
    return new Response(body, { headers: { 'request-id': 'req_7' } })
  }
  const prepared: PreparedRequest = {
    url: `https://api.test/v1?key=${testKey}`,
    headers: new Headers({ 'x-goog-api-key': testKey }),
    body: Object(body),
    notApplied: [],
    notes: [],
    createReader() {
      made += 1
      return scripted(attempts[made - 1] ?? attempts.at(-1) ?? [], reported)
    },
    refine: () => null,
  }
  const connection = testConnection({ type: 'openai-chat', baseUrl: 'https://api.test', fetch })
  const stream = streamAnswer({
    open: async () => ({ connection, prepared, ...(onSent && { onSent }), ...(onUsage && { onUsage }) }),
    streaming: true,
    signal,
    retries: usualRetries,
    wait: wait ?? (async milliseconds => void waited.push(milliseconds)),
    random: () => random,
  })
  return { stream, waited, closed, sent, made: () => made }
}

async function run(options: Run) {
  const { stream, waited, made } = open(options)
  const { events, thrown } = await recordStream(stream)
  return { events, thrown, waited, made: made() }
}

describe('an attempt that failed', () => {
  it('[FP-7] is repeated after growing waits, each announced, until it gives up', async () => {
    const error = fail('overloaded', { status: 529 })
    const because = { kind: 'overloaded' as const, status: 529, message: 'it is overloaded' }
    expect(await run({ attempts: [[error]] })).toEqual({
      events: [1_000, 2_000, 4_000, 8_000].map((afterMs, index) => ({
        kind: 'retrying',
        failed: index + 1,
        afterMs,
        because,
      })),
      thrown: answered(error),
      waited: [1_000, 2_000, 4_000, 8_000],
      made: 5,
    })
  })

  it('[FP-7] waits unevenly', async () => {
    const waits = [0, 0.5, 1].map(random => run({ attempts: [[fail('overloaded')], [finished]], random }))
    expect((await Promise.all(waits)).map(({ waited }) => waited)).toEqual([[500], [750], [1_000]])
  })

  it('[FP-5] is followed by the one that succeeds', async () => {
    const { events, thrown, made } = await run({ attempts: [[fail('network')], [started, finished]] })
    expect({ kinds: events.map(({ kind }) => kind), thrown, made }).toEqual({
      kinds: ['retrying', 'part-started', 'answer-finished'],
      thrown: null,
      made: 2,
    })
  })

  it('[FP-3] is not repeated once anything was published', async () => {
    const error = fail('network')
    const { stream, made } = open({ attempts: [[started], [finished]] })
    expect(await stream.next()).toEqual({ done: false, value: started })
    await expect(stream.throw(error)).rejects.toBe(error)
    expect(made()).toBe(1)
  })

  it.each([
    ['twenty seconds', 20_000, 20_000],
    ['no time at all', 0, 0],
    ['a day', 86_400_000, 60_000],
  ])('[FP-6] waits as asked, but no longer than a minute: %s', async (_name, retryAfterMs, expected) => {
    const { waited } = await run({ attempts: [[fail('rate-limited', { retryAfterMs })], [finished]] })
    expect(waited).toEqual([expected])
  })

  it('[FP-6] is not repeated against a spend limit', async () => {
    const error = fail('rate-limited', { retryable: false, retryAfterMs: 10 })
    expect(await run({ attempts: [[error]] })).toEqual({ events: [], thrown: answered(error), waited: [], made: 1 })
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
  ])('[FP-8] is not repeated when it failed as %s', async kind => {
    expect((await run({ attempts: [[fail(kind)]] })).made).toBe(1)
  })

  it('[FP-2] by an error that is no ModelError could not be read, which no other attempt mends', async () => {
    const bug = new TypeError('x is not a function')
    expect(await run({ attempts: [[bug]] })).toEqual({
      events: [],
      thrown: answered(new ModelError('protocol', { message: 'the answer of api.test could not be read', cause: bug })),
      waited: [],
      made: 1,
    })
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

  it('[R8] keeps the event that ended it and the name of the request, without the key', async () => {
    const { thrown } = await run({
      attempts: [[fail('overloaded', { retryable: false })]],
      event: JSON.stringify({ key: testKey }),
    })
    expect(thrown).toMatchObject({
      kind: 'overloaded',
      reply: { body: '{"key":"[secret removed]"}', requestId: 'req_7' },
    })
  })

  it('[FP-8] names no key in an error that came within a stream, and keeps the rest of it', async () => {
    const facts = { status: 529, retryAfterMs: 5, retryable: false }
    const error = new ModelError('overloaded', { message: `busy with ${testKey}`, cause: testKey, ...facts })
    const { thrown } = await run({ attempts: [[error]] })
    expect({ thrown, message: String(thrown), cause: thrown instanceof Error && thrown.cause }).toEqual({
      thrown: expect.objectContaining({ kind: 'overloaded', ...facts }),
      message: 'ModelError: busy with [secret removed]',
      cause: undefined,
    })
  })
})

describe('an attempt', () => {
  it('[R4] gives nothing that was already read when it is aborted, and closes the connection', async () => {
    const controller = new AbortController()
    const { stream, closed } = open({ attempts: [[started, late]], signal: controller.signal })
    expect(await stream.next()).toEqual({ done: false, value: started })
    controller.abort()
    await expect(stream.next()).rejects.toMatchObject({ kind: 'aborted' })
    expect(closed).toEqual(['closed'])
  })

  it('closes the connection when nobody reads on', async () => {
    const { stream, closed } = open({ attempts: [[started]] })
    for await (const _ of stream) break
    expect(closed).toEqual(['closed'])
  })

  it('[U1] [FP-8] reports its request before it leaves, without its secrets', async () => {
    const captured: unknown[] = []
    const { stream, sent } = open({
      attempts: [[finished]],
      body: { text: `${testKey} é` },
      onSent: async request => {
        await Promise.resolve()
        captured.push({ ...request, left: sent.length })
      },
    })
    await recordStream(stream)
    expect(captured).toEqual([
      {
        method: 'POST',
        url: 'https://api.test/v1?key=[secret removed]',
        headers: { 'x-goog-api-key': '[secret removed]' },
        body: '{"text":"[secret removed] é"}',
        notApplied: [],
        notes: [],
        left: 0,
      },
    ])
    expect(sent).toEqual([`{"text":"${testKey} é"}`])
  })

  it('[U1] reports usage as the provider does, also when the answer then fails', async () => {
    const usage = { input: 1, cacheRead: 100_000, cacheWrite: 0, output: 1, reasoning: 0, webSearches: 0 }
    const reported = { rawUsage: { cache_read_input_tokens: 100_000 }, usage }
    const seen: unknown[] = []
    const { stream } = open({ attempts: [[started, fail('protocol')]], reported, onUsage: latest => seen.push(latest) })
    expect((await recordStream(stream)).thrown).toMatchObject({ kind: 'protocol' })
    expect(seen).toEqual([reported])
  })

  it('[U1] sends nothing that could not be reported, and fails as the report did', async () => {
    const full = new Error('the disk is full')
    const { stream, sent, made } = open({
      attempts: [[finished]],
      onSent: () => {
        throw full
      },
    })
    expect({ ...(await recordStream(stream)), sent, made: made() }).toEqual({
      events: [],
      thrown: full,
      sent: [],
      made: 0,
    })
  })
})
