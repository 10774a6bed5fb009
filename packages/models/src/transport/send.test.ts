import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ModelError } from '../model-error.ts'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { startWireServer, type WireServer } from '../testing/wire-server.ts'
import type { WireLimits } from '../wire-limits.ts'
import { send, type WireAnswer } from './send.ts'

const events = { 'content-type': 'text/event-stream' }
let server: WireServer

beforeAll(async () => {
  server = await startWireServer()
})
afterAll(() => server.close())

interface Options {
  readonly signal?: AbortSignal
  readonly limits?: Partial<WireLimits>
  readonly fetch?: typeof globalThis.fetch
  readonly url?: string
}

function post({ signal = new AbortController().signal, url = server.url, ...rest }: Options = {}): Promise<WireAnswer> {
  const connection = testConnection({ type: 'openai-chat', baseUrl: server.url, ...rest })
  return send({ connection, signal, request: { method: 'POST', url, headers: new Headers(), body: '{}' } })
}

/** What a reader gets: the text that arrived, and what broke it off. */
async function read(options: Options = {}) {
  let text = ''
  try {
    const answer = await post(options)
    const decoder = new TextDecoder()
    for (let piece = await answer.next(); piece !== null; piece = await answer.next()) {
      text += decoder.decode(piece, { stream: true })
    }
    return { text, error: null }
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown
    const { kind, message, retryable } = thrown
    return { text, error: { kind, message: message.replaceAll(new URL(server.url).host, 'HOST'), retryable } }
  }
}

const event = (n: number) => `data: {"n":${n}}\n\n`

describe('send', () => {
  it('sends the request as it is, and reads the answer as it is', async () => {
    server.reply({ headers: { 'content-type': 'application/json' }, body: '{"data: not": "an event"}' })
    const answer = await send({
      connection: testConnection({ type: 'openai-chat', baseUrl: server.url }),
      signal: new AbortController().signal,
      request: {
        method: 'POST',
        url: `${server.url}/v1/x`,
        headers: new Headers({ 'x-own': 'yes' }),
        body: '{"a": 1}',
      },
    })
    expect({ text: await answer.text(), type: answer.contentType }).toEqual({
      text: '{"data: not": "an event"}',
      type: 'application/json',
    })
    expect(server.requests).toMatchObject([
      { method: 'POST', path: '/v1/x', body: '{"a": 1}', headers: { 'x-own': 'yes' } },
    ])
  })

  it('calls the given fetch by itself, as the one of a browser must be', async () => {
    const own: unknown[] = []
    await post({
      async fetch(this: unknown) {
        own.push(this)
        return new Response('{}')
      },
    })
    expect(own).toEqual([undefined])
  })

  it('[FP-3] keeps what arrived before the connection was reset, and names the cause', async () => {
    server.reply({ headers: events, body: [event(1), event(2), 'reset'] })
    expect(await read()).toEqual({
      text: event(1) + event(2),
      error: {
        kind: 'network',
        message: expect.stringMatching(/^HOST closed the connection before the answer was complete/),
        retryable: true,
      },
    })
  })

  it('[FP-13] waits no longer than allowed for the first byte', async () => {
    const silent = () => Promise.withResolvers<Response>().promise
    expect(await read({ fetch: silent, limits: { firstByteMs: 30 } })).toEqual({
      text: '',
      error: { kind: 'network', message: 'HOST did not answer within 30 ms', retryable: false },
    })
  })

  it('[FP-13] waits no longer than allowed for the next piece', async () => {
    server.reply({ headers: events, body: [event(1), 'hang'] })
    expect(await read({ limits: { idleMs: 60 } })).toEqual({
      text: event(1),
      error: { kind: 'network', message: 'HOST sent nothing more within 60 ms', retryable: false },
    })
  })

  it('[FP-13] does not count the time in which nobody asks for more', async () => {
    server.reply({ headers: events, body: [event(1), event(2)] })
    const answer = await post({ limits: { idleMs: 40 } })
    await new Promise(resolve => setTimeout(resolve, 120))
    expect(await answer.text()).toBe(event(1) + event(2))
  })

  it('[FP-13] ends an answer that never ends by its time', async () => {
    function* drip() {
      for (let n = 0; ; n += 1) yield* [event(n), { waitMs: 10 }]
    }
    server.reply({ headers: events, body: drip() })
    expect((await read({ limits: { totalMs: 120 } })).error).toEqual({
      kind: 'protocol',
      message: 'HOST did not end its answer within 120 ms',
      retryable: false,
    })
  })

  it('[FP-13] ends an answer that never ends by its size', async () => {
    function* flood() {
      for (let n = 0; ; n += 1) yield event(n)
    }
    server.reply({ headers: events, body: flood() })
    const { text, error } = await read({ limits: { bytes: 4_000 } })
    expect(error).toEqual({
      kind: 'protocol',
      message: 'the answer of HOST is larger than 4000 bytes and was cut off',
      retryable: false,
    })
    expect(text.length).toBeLessThanOrEqual(4_000)
  })

  it('[R4] ends at once by the signal of the call, whatever the given fetch does', async () => {
    const controller = new AbortController()
    const reading = Promise.withResolvers<void>()
    const deaf = async () => new Response(new ReadableStream({ pull: () => reading.resolve() }), { headers: events })
    const ended = read({ signal: controller.signal, fetch: deaf })
    await reading.promise
    controller.abort()
    expect(await ended).toEqual({
      text: '',
      error: { kind: 'aborted', message: 'the request was aborted', retryable: false },
    })
  })

  it('[R4] ends at once while it waits for the first byte', async () => {
    const controller = new AbortController()
    const ended = read({ signal: controller.signal, fetch: () => Promise.withResolvers<Response>().promise })
    controller.abort()
    expect((await ended).error?.kind).toBe('aborted')
  })

  it('leaves nothing open once it is closed', async () => {
    const left = Promise.withResolvers<unknown>()
    const answer = await post({
      fetch: async (_input, init) => {
        init?.signal?.addEventListener('abort', () => left.resolve('closed'))
        return new Response(new ReadableStream(), { headers: events })
      },
    })
    answer.close()
    expect(await left.promise).toBe('closed')
  })

  it('[FP-1] keeps the connection of a complete answer whose body ends, so that it serves the next request', async () => {
    let body: ReadableStreamDefaultController<Uint8Array> | null = null
    let signal: AbortSignal | null | undefined
    const ended = Promise.withResolvers<void>()
    const answer = await post({
      fetch: async (_input, init) => {
        signal = init?.signal
        const stream = new ReadableStream<Uint8Array>({
          start(controller) {
            body = controller
            controller.enqueue(new TextEncoder().encode(event(1)))
          },
          cancel: () => ended.reject(new Error('the rest of the body was cancelled')),
        })
        return new Response(stream)
      },
    })
    await answer.next()
    answer.close(true)
    Object(body).close()
    ended.resolve()
    await ended.promise
    expect(signal?.aborted).toBe(false)
  })

  it('[FP-8] throws a refusal by its status, without the key', async () => {
    const body = JSON.stringify({ error: { message: `no such key: ${testKey}` } })
    server.reply({ status: 401, headers: { 'content-type': 'application/json' }, body })
    await expect(post()).rejects.toMatchObject({
      kind: 'auth',
      status: 401,
      message: 'the key was rejected: no such key: [secret removed] (401)',
    })
  })

  it('[FP-9] lets the provider say more exactly what a refusal means', async () => {
    server.reply({ status: 400, headers: { 'x-request-id': 'r1' }, body: 'Too long.' })
    const refusals: unknown[] = []
    const sent = send({
      connection: testConnection({ type: 'openai-chat', baseUrl: server.url }),
      signal: new AbortController().signal,
      request: { method: 'GET', url: server.url, headers: new Headers() },
      refine: ({ status, headers, body }) => {
        refusals.push({ status, id: headers.get('x-request-id'), body })
        return new ModelError('context-too-long', { message: 'too long' })
      },
    })
    await expect(sent).rejects.toMatchObject({ kind: 'context-too-long' })
    expect(refusals).toEqual([{ status: 400, id: 'r1', body: 'Too long.' }])
  })

  it('[FP-7] reads a refusal no further than a message needs', async () => {
    function* flood() {
      for (;;) yield 'x'.repeat(10_000)
    }
    server.reply({ status: 502, headers: { 'content-type': 'text/plain' }, body: flood() })
    await expect(post()).rejects.toMatchObject({ kind: 'overloaded', message: `${'x'.repeat(600)}… (502)` })
  })

  it('[FP-18] names a page that came instead of an answer, as where a network asks to sign in', async () => {
    server.reply({ headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<html>Sign in</html>' })
    expect((await read()).error).toEqual({
      kind: 'protocol',
      message: 'HOST answered with a web page: the base URL is wrong, or the network asks to sign in',
      retryable: false,
    })
  })

  it('[FP-18] follows no redirect, to which the key would go along', async () => {
    server.reply({ status: 302, headers: { location: 'https://portal.example/sign-in?x=1' } })
    expect((await read()).error).toEqual({
      kind: 'protocol',
      message: 'HOST redirects to portal.example: the base URL is wrong, or the network asks to sign in',
      retryable: false,
    })
    expect(server.requests.length).toBe(1)
  })

  it('[FP-18] names a refused connection', async () => {
    const gone = await startWireServer()
    await gone.close()
    await expect(post({ url: gone.url })).rejects.toMatchObject({
      kind: 'network',
      message: `${new URL(gone.url).host} refused the connection: nothing listens there (ECONNREFUSED)`,
      retryable: false,
    })
  })

  it('[FP-18] names a server that speaks no TLS', async () => {
    server.reply({ body: 'plain' })
    await expect(post({ url: server.url.replace('http:', 'https:') })).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringContaining('could not prove who it is, or speaks no TLS'),
      retryable: false,
    })
  })

  it('[FP-18] names a server that speaks no HTTP', async () => {
    const odd = createServer(socket => socket.end('SSH-2.0-OpenSSH\r\n', () => socket.destroy()))
    await new Promise<void>(resolve => odd.listen(0, '127.0.0.1', resolve))
    const address = odd.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    await expect(post({ url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringContaining('does not speak HTTP'),
      retryable: false,
    })
    await new Promise(resolve => odd.close(resolve))
  })

  it('[FP-18] names a name without address', async () => {
    await expect(post({ url: 'http://no-such-host.invalid/' })).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringContaining('(DNS)'),
    })
  })
})
