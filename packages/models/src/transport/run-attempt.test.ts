import { describe, expect, it } from 'vitest'
import { ModelError } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import { recordStream } from '../testing/find-breaches.ts'
import { testConnection, testKey } from '../testing/test-connection.ts'
import type { Wire } from './open-wire.ts'
import { runAttempt } from './run-attempt.ts'

const started: ModelEvent = { kind: 'part-started', part: 0, start: { kind: 'text' } }

function attempt(read: (wire: Wire) => AsyncIterable<ModelEvent>, signal = new AbortController().signal) {
  const fetch = async (_input: unknown, init?: RequestInit) => {
    init?.signal?.addEventListener('abort', () => ended.push('closed'))
    return new Response(new ReadableStream(), { status: 200, headers: { 'content-type': 'text/event-stream' } })
  }
  const ended: string[] = []
  const connection = testConnection({ type: 'openai-chat', baseUrl: 'https://api.test', fetch })
  return { ended, stream: runAttempt({ connection, signal, read }) }
}

describe('runAttempt', () => {
  it('[FP-8] tells no key in an error that came within a stream, and keeps the rest of it', async () => {
    const facts = { status: 529, retryAfterMs: 5, retryable: false }
    const { stream } = attempt(async function* () {
      yield started
      throw new ModelError('overloaded', { message: `busy with ${testKey}`, cause: testKey, ...facts })
    })
    const { events, thrown } = await recordStream(stream)
    expect({ events, thrown, message: String(thrown), cause: thrown instanceof Error && thrown.cause }).toEqual({
      events: [started],
      thrown: expect.objectContaining({ kind: 'overloaded', ...facts }),
      message: 'ModelError: busy with [secret removed]',
      cause: undefined,
    })
  })

  it('leaves an error without secrets as it is', async () => {
    const error = new ModelError('refused', { message: 'no' })
    const { stream } = attempt(async function* () {
      yield* []
      throw error
    })
    expect((await recordStream(stream)).thrown).toBe(error)
  })

  it('[R4] gives nothing that was read already when it is aborted, and closes what is open', async () => {
    const controller = new AbortController()
    const { stream, ended } = attempt(async function* (wire) {
      await wire.fetch('https://api.test/')
      yield started
      yield { kind: 'part-delta', part: 0, text: 'late' }
    }, controller.signal)
    expect(await stream.next()).toEqual({ done: false, value: started })
    controller.abort()
    await expect(stream.next()).rejects.toMatchObject({ kind: 'aborted' })
    expect(ended).toEqual(['closed'])
  })

  it('closes what is open when nobody reads on', async () => {
    const { stream, ended } = attempt(async function* (wire) {
      await wire.fetch('https://api.test/')
      yield started
    })
    for await (const _ of stream) break
    expect(ended).toEqual(['closed'])
  })
})
