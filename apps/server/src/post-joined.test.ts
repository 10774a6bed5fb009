import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuardedFetch } from './create-guarded-fetch.ts'
import { postJoined } from './post-joined.ts'

/** Answers every request so, on loopback. */
async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>) {
  const server = createServer((request, response) => {
    Promise.resolve(answer(request, response)).catch((error: Error) => response.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen on a port')
  const fetch = createGuardedFetch({ reach: 'with-loopback' })
  const post = (signal?: AbortSignal, body = '{"said":"é"}') =>
    fetch(`http://127.0.0.1:${address.port}/v1/chat?a=b`, {
      method: 'POST',
      headers: new Headers({ 'content-type': 'application/json', authorization: 'Bearer key' }),
      body,
      redirect: 'manual',
      ...(signal && { signal }),
    })
  return { post, server, port: address.port }
}

describe('a posted text', () => {
  it('[P2] arrives as it was sent, and its answer as it was given', async () => {
    const { post } = await listen(async (request, response) => {
      const said = await request.toArray()
      const { method, url, headers } = request
      response.writeHead(429, { 'retry-after': '7', 'set-cookie': ['a=1', 'b=2'] })
      response.end(JSON.stringify({ method, url, headers, said: Buffer.concat(said).toString() }))
    })
    const response = await post()
    expect([response.status, response.ok, response.headers.get('retry-after')]).toEqual([429, false, '7'])
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.json()).toMatchObject({
      method: 'POST',
      url: '/v1/chat?a=b',
      headers: { 'content-type': 'application/json', authorization: 'Bearer key', accept: '*/*' },
      said: '{"said":"é"}',
    })
  })

  it('[P4] is answered by what has arrived, however many pieces it came in', async () => {
    const tokens = Array.from({ length: 50 }, (_, index) => `token ${index % 10}`)
    const chunks = tokens.map(token => `7\r\n${token}\r\n`).join('')
    const { post } = await listen((_request, response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`)
    })
    const { body } = await post()
    if (body === null) throw new Error('the answer has a body')
    const read = []
    for await (const bytes of body) read.push(Buffer.from(bytes).toString())
    expect(read.join('')).toBe(tokens.join(''))
    // One, or a few where the network cuts them: `fetch` gives fifty.
    expect(read.length).toBeLessThan(10)
  })

  it('[P2] follows no redirect, and takes an answer without a body', async () => {
    const { post } = await listen((_request, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    })
    expect((await post()).status).toBe(302)
    const empty = await listen((_request, response) => void response.writeHead(204).end())
    expect((await empty.post()).body).toBeNull()
  })

  it('[P4] reads what is compressed as it comes', async () => {
    const gate = Promise.withResolvers<void>()
    const packed = gzipSync(`${'token '.repeat(2000)}end`)
    const { post } = await listen(async (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.write(packed.subarray(0, -12))
      await gate.promise
      response.end(packed.subarray(-12))
    })
    const reader = (await post()).body?.getReader()
    const first = await reader?.read()
    expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^token token /)
    gate.resolve()
    let last = ''
    for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
      last = Buffer.from(step.value).toString()
    }
    expect(last).toMatch(/end$/)
  })

  it('[R4] ends with its signal, before the answer and within it, and closes the connection', async () => {
    const asked = Promise.withResolvers<Socket>()
    const silent = await listen(request => asked.resolve(request.socket))
    const stop = new AbortController()
    const refused = expect(silent.post(stop.signal)).rejects.toThrow('stopped')
    const socket = await asked.promise
    const closed = once(socket, 'close')
    stop.abort(new Error('stopped'))
    await Promise.all([refused, closed])
    await expect(silent.post(stop.signal)).rejects.toThrow('stopped')

    const endless = await listen((_request, response) => void response.writeHead(200).write('half'))
    const later = new AbortController()
    const reader = (await endless.post(later.signal)).body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('half')
    const next = expect(reader?.read()).rejects.toThrow('stopped')
    later.abort(new Error('stopped'))
    await next
  })

  it('[R4] closes the connection of an answer that is not read to its end', async () => {
    const closed = Promise.withResolvers<void>()
    const { post } = await listen((_request, response) => {
      response.writeHead(200).write('half')
      response.on('close', () => closed.resolve())
    })
    await (await post()).body?.cancel()
    await closed.promise
  })

  it('[FP-18] fails with its cause where the connection breaks off, before the answer and within it', async () => {
    const before = await listen(request => void request.socket.destroy())
    await expect(before.post()).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'UND_ERR_SOCKET' } })
    const within = await listen((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.socket?.destroy())
    })
    const text = (await within.post()).text()
    await expect(text).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'UND_ERR_SOCKET' } })
  })

  it('[FE-4] lets the connection wait while an answer is not read, and continues when it is', async () => {
    const moves: string[] = []
    const controller = {
      aborted: false,
      paused: false,
      reason: null,
      abort: () => moves.push('abort'),
      pause() {
        moves.push('pause')
        this.paused = true
      },
      resume() {
        moves.push('resume')
        this.paused = false
      },
    }
    const given = Promise.withResolvers<Dispatcher.DispatchHandler>()
    const dispatcher = {
      dispatch(_options: object, handler: Dispatcher.DispatchHandler) {
        given.resolve(handler)
        return true
      },
    }
    const asked = { headers: new Headers(), body: '{}', signal: null }
    const posted = postJoined(dispatcher, new URL('http://127.0.0.1/'), asked)
    const handler = await given.promise
    handler.onRequestStart?.(controller, null)
    handler.onResponseStart?.(controller, 200, {})
    const reader = (await posted).body?.getReader()
    for (let piece = 0; piece < 5; piece += 1) handler.onResponseData?.(controller, Buffer.alloc(64 * 1024))
    expect(moves).toEqual(['pause'])
    expect((await reader?.read())?.value?.length).toBe(5 * 64 * 1024)
    expect(moves).toEqual(['pause', 'resume'])
    handler.onResponseEnd?.(controller, {})
    expect((await reader?.read())?.done).toBe(true)
  })

  it('[Z-4] reaches no address that is forbidden', async () => {
    const { port } = await listen(request => void request.socket.destroy())
    const fetch = createGuardedFetch({ findAddresses: async () => [{ address: '127.0.0.1', family: 4 }] })
    const posted = fetch(`http://innocent.example:${port}/`, { method: 'POST', body: '{}', redirect: 'manual' })
    await expect(posted).rejects.toMatchObject({ kind: 'invalid-request' })
  })
})
