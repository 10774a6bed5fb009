import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ModelError } from '../model-error.ts'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { startWireServer, type WireServer } from '../testing/wire-server.ts'
import type { WireLimits } from '../wire-limits.ts'
import { openWire, type Wire } from './open-wire.ts'
import { fromThrown } from './to-model-error.ts'

const events = { 'content-type': 'text/event-stream' }
let server: WireServer
const opened: Wire[] = []

beforeAll(async () => {
  server = await startWireServer()
})
afterAll(() => server.close())
afterEach(() => {
  for (const wire of opened.splice(0)) wire.end()
})

interface Options {
  readonly signal?: AbortSignal
  readonly limits?: Partial<WireLimits>
  readonly fetch?: typeof globalThis.fetch
  readonly log?: (line: string) => void
}

function open({ signal = new AbortController().signal, ...rest }: Options = {}) {
  const wire = openWire({ connection: testConnection({ type: 'openai-chat', baseUrl: server.url, ...rest }), signal })
  opened.push(wire)
  return wire
}

/** What a reader of the wire gets: the text that arrived, and what broke it off. */
async function read(wire: Wire, signal = new AbortController().signal) {
  let text = ''
  try {
    const response = await wire.fetch(server.url, { method: 'POST', body: '{}' })
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true })
    return { text, error: null }
  } catch (thrown) {
    const { kind, message, retryable } = fromThrown(thrown, { signal, wire })
    return { text, error: { kind, message: message.replaceAll(wire.host(), 'HOST'), retryable } }
  }
}

const event = (n: number) => `data: {"n":${n}}\n\n`

describe('openWire', () => {
  it('passes what is sent as it is, and what is answered when it needs no cleaning', async () => {
    server.reply({ headers: { 'content-type': 'application/json' }, body: '{"data: not": "an event"}' })
    const wire = open()
    const sent = { method: 'POST', body: '{"a": 1}', headers: { 'x-own': 'yes' } }
    const response = await wire.fetch(`${server.url}/v1/x`, sent)
    expect({ body: await response.text(), status: response.status }).toEqual({
      body: '{"data: not": "an event"}',
      status: 200,
    })
    expect(server.requests).toMatchObject([
      { method: 'POST', path: '/v1/x', body: '{"a": 1}', headers: { 'x-own': 'yes' } },
    ])
    expect({ trouble: wire.trouble(), refused: wire.refused() }).toEqual({ trouble: null, refused: null })
  })

  it('calls the fetch that was handed in by itself, as the one of a browser must be', async () => {
    const own: unknown[] = []
    const wire = open({
      async fetch(this: unknown) {
        own.push(this)
        return new Response('{}')
      },
    })
    await wire.fetch(server.url)
    expect(own).toEqual([undefined])
  })

  it('[FP-2] leaves out events that are no JSON, counts them and says so in the log', async () => {
    server.reply({ headers: events, body: [event(1), 'data: oops\n\n', 'data: {"half": \n\n', event(2)] })
    const lines: string[] = []
    const wire = open({ log: line => lines.push(line) })
    expect(await read(wire)).toEqual({ text: event(1) + event(2), error: null })
    expect(wire.notes).toEqual({ malformed: 2, done: false })
    wire.end()
    expect(lines).toEqual([`${wire.host()}: 2 events that were no JSON were left out`])
  })

  it('[FP-2] ends the stream at the fifth in a row, with what came before', async () => {
    server.reply({
      headers: events,
      body: [event(1), 'data: a\n\n'.repeat(4), event(2), 'data: a\n\n'.repeat(5), event(3)],
    })
    expect(await read(open())).toEqual({
      text: event(1) + event(2),
      error: { kind: 'protocol', message: 'HOST sends events that are no JSON', retryable: false },
    })
  })

  it('[FP-3] keeps what arrived before the connection was reset, and names the cause', async () => {
    server.reply({ headers: events, body: [event(1), event(2), 'reset'] })
    expect(await read(open())).toEqual({
      text: event(1) + event(2),
      error: {
        kind: 'network',
        message: expect.stringMatching(/^HOST closed the connection before the answer was whole/),
        retryable: true,
      },
    })
  })

  describe('read by its events', () => {
    async function readEvents(wire: Wire, signal = new AbortController().signal) {
      const events: unknown[] = []
      try {
        for await (const data of wire.events(await wire.fetch(server.url))) events.push(data)
        return { events, kind: null }
      } catch (thrown) {
        return { events, kind: fromThrown(thrown, { signal, wire }).kind }
      }
    }

    it('[FP-1] [FP-2] gives each parsed, what is none left out, until all is done', async () => {
      server.reply({
        headers: events,
        body: [': hm\r\n', event(1), 'data: oops\n\n', event(2), 'data: [DONE]\n\n', 'hang'],
      })
      const wire = open()
      expect(await readEvents(wire)).toEqual({ events: [{ n: 1 }, { n: 2 }], kind: null })
      expect(wire.notes).toEqual({ malformed: 1, done: true })
    })

    it('[FP-2] [FP-3] [FP-13] breaks off as the bytes do, with what came before', async () => {
      const ends = [
        [['reset'], {}, 'network'],
        [['data: a\n\n'.repeat(5), event(2)], {}, 'protocol'],
        [['hang'], { idleMs: 50 }, 'network'],
        [[event(2).repeat(99)], { bytes: 50 }, 'protocol'],
      ] as const
      for (const [steps, limits, kind] of ends) {
        server.reply({ headers: events, body: [event(1), ...steps] })
        expect(await readEvents(open({ limits }))).toEqual({ events: [{ n: 1 }], kind })
      }
    })

    it('[R4] ends at once, whatever the fetch that was handed in does', async () => {
      const controller = new AbortController()
      const deaf = async () => new Response(new ReadableStream(), { headers: events })
      const reading = readEvents(open({ signal: controller.signal, fetch: deaf }), controller.signal)
      await new Promise(resolve => setTimeout(resolve, 20))
      controller.abort()
      expect(await reading).toEqual({ events: [], kind: 'aborted' })
    })

    it('closes the connection when nobody reads on', async () => {
      server.reply({ headers: events, body: [event(1), 'hang'] })
      const wire = open()
      for await (const data of wire.events(await wire.fetch(server.url))) {
        expect(data).toEqual({ n: 1 })
        break
      }
      expect(wire.trouble()).toBeNull()
    })

    it('[FP-5] gives an answer that came whole though a stream was asked for, as the only event', async () => {
      server.reply({ headers: { 'content-type': 'application/json' }, body: ['{"error":{"mess', 'age":"busy"}}'] })
      const wire = open()
      expect(await readEvents(wire)).toEqual({ events: [{ error: { message: 'busy' } }], kind: null })
      expect(wire.notes.done).toBe(true)
    })

    it('[FP-4] takes an answer that is neither a stream nor JSON for a breach of protocol', async () => {
      for (const body of ['', 'Hello', '[]']) {
        server.reply({ headers: { 'content-type': 'text/plain' }, body })
        expect(await readEvents(open())).toEqual({ events: [], kind: 'protocol' })
      }
    })
  })

  it('[FP-13] waits no longer than allowed for the first byte', async () => {
    const silent = () => Promise.withResolvers<Response>().promise
    expect(await read(open({ fetch: silent, limits: { firstByteMs: 30 } }))).toEqual({
      text: '',
      error: { kind: 'network', message: 'HOST did not answer within 30 ms', retryable: false },
    })
  })

  it('[FP-13] waits no longer than allowed for the next piece', async () => {
    server.reply({ headers: events, body: [event(1), 'hang'] })
    expect(await read(open({ limits: { idleMs: 60 } }))).toEqual({
      text: event(1),
      error: { kind: 'network', message: 'HOST sent nothing more within 60 ms', retryable: false },
    })
  })

  it('[FP-13] does not count the time in which nobody asks for more', async () => {
    server.reply({ headers: events, body: [event(1), event(2)] })
    const wire = open({ limits: { idleMs: 40 } })
    const response = await wire.fetch(server.url)
    await new Promise(resolve => setTimeout(resolve, 120))
    expect(await response.text()).toBe(event(1) + event(2))
  })

  it('[FP-13] ends an answer that never ends by its time', async () => {
    function* drip() {
      for (let n = 0; ; n += 1) yield* [event(n), { waitMs: 10 }]
    }
    server.reply({ headers: events, body: drip() })
    expect((await read(open({ limits: { totalMs: 120 } }))).error).toEqual({
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
    const { text, error } = await read(open({ limits: { bytes: 4_000 } }))
    expect(error).toEqual({
      kind: 'protocol',
      message: 'the answer of HOST is larger than 4000 bytes and was cut off',
      retryable: false,
    })
    expect(text.length).toBeLessThanOrEqual(4_000)
  })

  it('[R4] ends at once by the signal of the call, whatever the fetch that was handed in does', async () => {
    const controller = new AbortController()
    const deaf = async () => new Response(new ReadableStream(), { headers: events })
    const reading = read(open({ signal: controller.signal, fetch: deaf }), controller.signal)
    await new Promise(resolve => setTimeout(resolve, 20))
    controller.abort()
    expect(await reading).toEqual({
      text: '',
      error: { kind: 'aborted', message: 'the request was aborted', retryable: false },
    })
  })

  it('[R4] ends at once while the first byte is waited for', async () => {
    const controller = new AbortController()
    const silent = () => Promise.withResolvers<Response>().promise
    const reading = read(open({ signal: controller.signal, fetch: silent }), controller.signal)
    controller.abort()
    expect((await reading).error?.kind).toBe('aborted')
  })

  it("ends by the SDK's own signal too, which is no trouble", async () => {
    server.reply({ headers: events, body: [event(1), 'hang'] })
    const own = new AbortController()
    const wire = open()
    const response = await wire.fetch(server.url, { signal: own.signal })
    const reader = response.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(event(1))
    const next = reader?.read()
    own.abort()
    await expect(next).rejects.toThrow()
    expect(wire.trouble()).toBeNull()
  })

  it('leaves nothing open behind its end', async () => {
    const left = Promise.withResolvers<unknown>()
    const wire = open({
      fetch: async (_input, init) => {
        init?.signal?.addEventListener('abort', () => left.resolve('closed'))
        return new Response(new ReadableStream(), { headers: events })
      },
    })
    await wire.fetch(server.url)
    wire.end()
    expect(await left.promise).toBe('closed')
  })

  it('[FP-8] keeps the refusal with its headers and body, the key taken out', async () => {
    const body = JSON.stringify({ error: { message: `no such key: ${testKey}` } })
    server.reply({ status: 401, headers: { 'content-type': 'application/json', 'x-request-id': 'r1' }, body })
    const wire = open()
    const response = await wire.fetch(server.url)
    const without = '{"error":{"message":"no such key: [secret removed]"}}'
    expect({ status: response.status, body: await response.text() }).toEqual({ status: 401, body: without })
    const refused = wire.refused()
    expect({ ...refused, headers: refused?.headers.get('x-request-id') }).toEqual({
      status: 401,
      body: without,
      headers: 'r1',
    })
  })

  it('[FP-7] reads a refusal no further than a message needs', async () => {
    function* flood() {
      for (;;) yield '<p>'.repeat(10_000)
    }
    server.reply({ status: 502, headers: { 'content-type': 'text/html' }, body: flood() })
    const wire = open()
    await wire.fetch(server.url)
    expect(wire.refused()?.body.length).toBe(64 * 1024)
  })

  it('[FP-18] names a page that came instead of an answer, as where a network asks to sign in', async () => {
    server.reply({ headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<html>Sign in</html>' })
    expect((await read(open())).error).toEqual({
      kind: 'protocol',
      message: 'HOST answered with a web page: the base URL is wrong, or the network asks to sign in',
      retryable: false,
    })
  })

  it('[FP-18] follows no redirect, to which the key would go along', async () => {
    server.reply({ status: 302, headers: { location: 'https://portal.example/sign-in?x=1' } })
    expect((await read(open())).error).toEqual({
      kind: 'protocol',
      message: 'HOST redirects to portal.example: the base URL is wrong, or the network asks to sign in',
      retryable: false,
    })
    expect(server.requests.length).toBe(1)
  })

  it('[FP-18] names a refused connection', async () => {
    const gone = await startWireServer()
    await gone.close()
    const wire = open()
    const thrown: unknown = await wire.fetch(gone.url).then(
      () => null,
      (error: unknown) => error,
    )
    expect(thrown).toBe(wire.trouble())
    expect(thrown).toBeInstanceOf(ModelError)
    expect(thrown).toMatchObject({
      kind: 'network',
      message: `${wire.host()} refused the connection: nothing listens there (ECONNREFUSED)`,
      retryable: false,
    })
  })

  it('[FP-18] names a server that speaks no TLS', async () => {
    server.reply({ body: 'plain' })
    const wire = open()
    await expect(wire.fetch(server.url.replace('http:', 'https:'))).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringContaining('could not prove who it is, or speaks no TLS'),
      retryable: false,
    })
  })

  it('[FP-18] names a server that speaks no HTTP', async () => {
    const { createServer } = await import('node:net')
    const odd = createServer(socket => socket.end('SSH-2.0-OpenSSH\r\n', () => socket.destroy()))
    await new Promise<void>(resolve => odd.listen(0, '127.0.0.1', resolve))
    const address = odd.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const wire = open()
    await expect(wire.fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringContaining('does not speak HTTP'),
      retryable: false,
    })
    await new Promise(resolve => odd.close(resolve))
  })

  it('[FP-18] names a name without address', async () => {
    const wire = open()
    await expect(wire.fetch('http://no-such-host.invalid/')).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringContaining('(DNS)'),
    })
  })
})
