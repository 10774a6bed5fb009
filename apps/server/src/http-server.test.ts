import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { HttpLimits, HttpServer } from './http-server.ts'
import { createHttpServer, HTTP_LIMITS } from './http-server.ts'
import { listen } from './listen.ts'

const QUICK: HttpLimits = {
  headersMs: 100,
  requestMs: 200,
  uploadMs: 2_000,
  checkEveryMs: 20,
  stalledMs: 1_000,
  unusedMs: 1_000,
  connections: 10,
}

let opened: HttpServer[] = []
afterEach(async () => {
  for (const { server } of opened) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  opened = []
})

async function serve(limits: HttpLimits, fetch: (request: Request) => Promise<Response>, base = ''): Promise<number> {
  const http = createHttpServer(limits, base, error => {
    throw error
  })
  opened.push(http)
  http.answerWith(fetch)
  return listen(http.server, 0, '127.0.0.1')
}

/**
 * Says something to the server, piece by piece, until it hangs up, and returns the status it gave for that. A piece that was under way
 * when it hung up breaks the connection, and with it, sometimes, the last words: that reads as `cut off`.
 */
async function talk(port: number, pieces: readonly string[], everyMs = 0): Promise<string> {
  const { received, broken } = await exchange(port, pieces, everyMs)
  return /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? (broken ? 'cut off' : 'no answer')
}

async function exchange(
  port: number,
  pieces: readonly string[],
  everyMs = 0,
): Promise<{ received: string; broken: boolean }> {
  const socket = connect(port, '127.0.0.1')
  const closed = Promise.withResolvers<void>()
  let received = ''
  let broken = false
  socket.on('data', data => {
    received += data
  })
  socket.on('error', () => {
    broken = true
  })
  socket.on('close', () => closed.resolve())
  for (const piece of pieces) {
    if (received !== '' || broken) break
    socket.write(piece)
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
  await closed.promise
  return { received, broken }
}

const echo = async (request: Request) => new Response(await request.text())
const HEAD = 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n'

describe('createHttpServer', () => {
  it('[FH-4] cuts off a head that comes byte by byte with 408, and serves others meanwhile', async () => {
    // Long enough for the other request on a busy machine; the slow one continues until it is cut off.
    const limitMs = 2_000
    const port = await serve({ ...QUICK, headersMs: limitMs, requestMs: limitMs }, echo)
    const slow = talk(port, Array.from(`${HEAD}X-Slow: ${'a'.repeat(5_000)}`), 20)
    const other = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'hello' })
    expect(await other.text()).toBe('hello')
    expect(['408', 'cut off']).toContain(await slow)
  })

  it.each([
    ['a body that comes byte by byte', 'Content-Length: 100\r\n\r\n', 'a'],
    ['a body shorter than it claims', 'Content-Length: 100\r\n\r\nabc', ''],
    ['chunks without an end', 'Transfer-Encoding: chunked\r\n\r\n', '1\r\na\r\n'],
  ])('[FH-4] cuts off %s', async (_, head, piece) => {
    const port = await serve(QUICK, echo)
    const received = await talk(port, [HEAD + head, ...Array.from({ length: 50 }, () => piece)], 20)
    expect(['408', 'cut off']).toContain(received)
  })

  it('[W4] gives an upload more time than any other request', async () => {
    const port = await serve(QUICK, echo)
    const head = 'POST /api/blobs HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 15\r\n\r\n'
    expect(await talk(port, [head, ...Array.from({ length: 15 }, () => 'a')], 30)).toBe('200')
  })

  it('[FH-4] refuses a request with two lengths, and one with a length and chunks', async () => {
    const port = await serve(QUICK, echo)
    const twice = await talk(port, [`${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`])
    const both = await talk(port, [`${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`])
    expect([twice, both]).toEqual(['400', '400'])
  })

  it.each([
    ['what is no HTTP', 'GARBAGE\r\n\r\n', 400, 'not-http'],
    ['a head that is too long', `${HEAD}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large'],
    ['a head that never ends', HEAD, 408, 'too-slow'],
  ])('[FH-4] answers %s with what was wrong, as a problem like any other', async (_, said, status, code) => {
    const port = await serve(QUICK, echo)
    const [head = '', body = ''] = (await exchange(port, [said])).received.split('\r\n\r\n')
    expect([head.includes('Content-Type: application/problem+json'), JSON.parse(body)]).toEqual([
      true,
      expect.objectContaining({ type: 'about:blank', status, code, retryable: status === 408 }),
    ])
  })

  it.each([
    ['without a Host', 'GET / HTTP/1.1\r\n\r\n', 'host-missing'],
    ['with an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n', 'host-missing'],
    ['with a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 'bad-address'],
    ['for an address that is none', 'GET /\\..\\ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 'bad-address'],
  ])('[FH-9] answers a request %s with a problem', async (_, said, code) => {
    const port = await serve(HTTP_LIMITS, async () => new Response('served'))
    const { received } = await exchange(port, [said])
    const [head = '', body = ''] = received.split('\r\n\r\n')
    expect([head.slice(0, 12), /application\/problem\+json/.test(head)]).toEqual(['HTTP/1.1 400', true])
    expect(body).toContain(`"code":"${code}"`)
  })

  it.each([
    ['expects what is not offered', `${HEAD}Expect: coffee\r\nContent-Length: 2\r\n\r\n{}`, 417, 'expectation-failed'],
    ['asks for a tunnel', 'CONNECT other:443 HTTP/1.1\r\nHost: other:443\r\n\r\n', 405, 'no-tunnel'],
    [
      'says too much about its chunks',
      `${HEAD}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
      413,
      'too-large',
    ],
  ])('[FH-9] answers a request that %s with a problem, and closes the connection', async (_, said, status, code) => {
    const port = await serve(QUICK, echo)
    const [head = '', body = ''] = (await exchange(port, [said])).received.split('\r\n\r\n')
    expect([head.slice(0, 12), /\r\nconnection: close/i.test(head), JSON.parse(body)]).toEqual([
      `HTTP/1.1 ${status}`,
      true,
      expect.objectContaining({ type: 'about:blank', status, code, retryable: false }),
    ])
  })

  const bytes = (text: string) => new TextEncoder().encode(text)
  const breaking = (after: number) => {
    let given = 0
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      given += 1
      if (given > after) throw new Error('what a user wrote')
      controller.enqueue(bytes('piece'))
    }
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), {
      headers: { 'content-type': 'application/octet-stream', 'content-length': '5000' },
    })
  }
  async function askTroubled(fetch: (request: Request) => Response | Promise<Response>) {
    const troubles: unknown[] = []
    const http = createHttpServer(QUICK, '', (error, reference) => troubles.push([String(error), typeof reference]))
    opened.push(http)
    http.answerWith(fetch)
    const port = await listen(http.server, 0, '127.0.0.1')
    const { received } = await exchange(port, ['GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'])
    return { received, troubles }
  }

  it.each<readonly [string, (request: Request) => Response | Promise<Response>]>([
    [
      'is refused by the application',
      () => {
        throw new Error('what a user wrote')
      },
    ],
    ['is rejected by it', () => Promise.reject(new Error('what a user wrote'))],
    ['has a body that breaks at its first bytes', () => breaking(0)],
  ])('[FH-9] answers a request that %s with a problem, logs it once, and says nothing of it', async (_, fetch) => {
    const { received, troubles } = await askTroubled(fetch)
    const [head = '', body = ''] = received.split('\r\n\r\n')
    expect([head.slice(0, 12), JSON.parse(body), troubles]).toEqual([
      'HTTP/1.1 500',
      {
        type: 'about:blank',
        status: 500,
        title: 'Internal Server Error',
        code: 'unexpected',
        detail: expect.stringMatching(/^Something went wrong here\. The log has it under [0-9a-f-]{36}\.$/),
        retryable: false,
      },
      [['Error: what a user wrote', 'string']],
    ])
  })

  it.each([1, 2, 9])(
    '[FH-9] cuts off an answer whose body breaks after %i pieces: half is not the whole',
    async after => {
      const { received, troubles } = await askTroubled(() => breaking(after))
      expect(received).not.toContain('what a user wrote')
      expect(received.split('\r\n\r\n')[1]?.length ?? 0).toBeLessThan(5_000)
      expect(troubles).toEqual([['Error: what a user wrote', 'undefined']])
    },
  )

  it('[FH-9] an answer of unknown length that breaks after its first piece has no end', async () => {
    const { body } = breaking(1)
    const { received } = await askTroubled(() => new Response(body))
    expect(received).not.toMatch(/(?:^|\r\n)0\r\n\r\n$/)
    expect(received).not.toMatch(/content-length/i)
  })

  it('adds nothing to an answer that was begun when nonsense follows its request', async () => {
    const begun = new ReadableStream({ start: controller => controller.enqueue(new TextEncoder().encode('half')) })
    const port = await serve({ ...QUICK, stalledMs: 5_000 }, async () => new Response(begun))
    const socket = connect(port, '127.0.0.1')
    const received: string[] = []
    socket.on('data', data => received.push(String(data)))
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    await expect.poll(() => received.join('')).toContain('half')
    socket.write('GARBAGE\r\n\r\n')
    await once(socket, 'close')
    expect(received.join('')).not.toContain('problem+json')
  })

  it('does not hurry an answer: a stream outlives every limit', async () => {
    const stream = new ReadableStream({
      async start(controller) {
        for (let beat = 0; beat < 5; beat += 1) {
          await new Promise(resolve => setTimeout(resolve, 100))
          controller.enqueue(new TextEncoder().encode('beat '))
        }
        controller.close()
      },
    })
    const port = await serve(QUICK, async () => new Response(stream))
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('beat '.repeat(5))
  })

  it('[FH-9] does not drop a client that waits for a long command', async () => {
    const answer = Promise.withResolvers<Response>()
    const port = await serve({ ...QUICK, stalledMs: 50 }, () => answer.promise)
    const http = opened.at(-1)
    const silent = Promise.withResolvers<void>()
    http?.server.once('connection', socket => {
      let times = 0
      socket.on('timeout', () => {
        times += 1
        if (times === 3) silent.resolve()
      })
    })
    const asked = fetch(`http://127.0.0.1:${port}`, { method: 'DELETE' })
    await Promise.race([silent.promise, asked])
    answer.resolve(new Response('deleted'))
    expect(await (await asked).text()).toBe('deleted')
  })

  it('[FH-9] answers a request that came while the event loop paused, though its connection is due to be closed', async () => {
    // Long enough for the second request to be written in time on a busy machine.
    const unusedMs = 500
    const port = await serve({ ...HTTP_LIMITS, unusedMs }, async () => new Response('served'))
    const socket = connect(port, '127.0.0.1')
    const chunks: string[] = []
    const closed = once(socket, 'close')
    socket.on('data', data => chunks.push(String(data)))
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    await once(socket, 'data')
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    const until = performance.now() + 1.5 * unusedMs
    while (performance.now() < until);
    // It is closed when it was not used again.
    await closed
    expect(chunks.join('').match(/served/g)).toHaveLength(2)
  })

  it('[FE-4] takes from a stream no more than a client that never reads has room for, and then drops it', async () => {
    const chunk = new Uint8Array(64 * 1024)
    let taken = 0
    const cancelled = Promise.withResolvers<void>()
    const endless = new ReadableStream(
      {
        pull(controller) {
          taken += chunk.length
          controller.enqueue(chunk)
        },
        cancel: () => cancelled.resolve(),
      },
      { highWaterMark: 0 },
    )
    const port = await serve({ ...HTTP_LIMITS, stalledMs: 500 }, async () => new Response(endless))
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    await cancelled.promise
    expect(taken).toBeLessThan(32 * 1024 * 1024)
    socket.destroy()
  })

  it('[V1] serves below a base path, redirects the root there, and knows nothing outside of it', async () => {
    const port = await serve(HTTP_LIMITS, async ({ url }) => new Response(new URL(url).pathname), '/stet')
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
      return [response.status, response.headers.get('location') ?? (await response.text())]
    }
    const paths = ['/stet/', '/stet/chats/a', '/stet', '/?shared=1', '/stetson', '/api/health']
    expect(await Promise.all(paths.map(ask))).toEqual([
      [200, '/'],
      [200, '/chats/a'],
      [302, '/stet/'],
      [302, '/stet/?shared=1'],
      [404, 'Stet is at /stet/\n'],
      [404, 'Stet is at /stet/\n'],
    ])
  })

  it('lets requests wait that come before there is anything to answer with', async () => {
    const http = createHttpServer(HTTP_LIMITS, '', error => {
      throw error
    })
    opened.push(http)
    const port = await listen(http.server, 0, '127.0.0.1')
    const early = fetch(`http://127.0.0.1:${port}`)
    await once(http.server, 'request')
    http.answerWith(async () => new Response('ready'))
    expect(await (await early).text()).toBe('ready')
  })
})
