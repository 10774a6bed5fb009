import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { McpError } from '@stet/tools'
import { connectMcp, createHttpTransport, type McpLimits } from '@stet/tools/mcp'
import { expect, it, onTestFinished } from 'vitest'
import { createGuardedFetch } from '../create-guarded-fetch.ts'
import { until } from '../testing/until.ts'

const never = new AbortController().signal
const local = createGuardedFetch({ reach: 'with-loopback' })

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

function connect(url: string, { fetch = local, limits = {} as Partial<McpLimits>, largestMessage = 1024 * 1024 } = {}) {
  return connectMcp(() => createHttpTransport({ url, headers: { 'X-Key': 'granite' }, fetch, largestMessage }), {
    version: '1',
    signal: never,
    onChanged: () => undefined,
    onTrouble: () => undefined,
    limits,
  })
}

function failure(tried: Promise<unknown>): Promise<string> {
  return tried.then(
    () => 'it worked',
    (error: McpError) => error.message,
  )
}

/** Speaks enough of the protocol of 2025 to be connected to; `onCall` answers calls. */
function asServer(onCall: (id: number, response: Parameters<RequestListener>[1]) => void): RequestListener {
  return (request, response) => {
    let body = ''
    request.on('data', piece => {
      body += piece
    })
    request.on('end', () => {
      if (request.method !== 'POST') return response.writeHead(405).end()
      const { id, method } = JSON.parse(body)
      if (id === undefined) return response.writeHead(202).end()
      if (method === 'tools/call') return onCall(id, response)
      const result = {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'http', version: '1' },
      }
      const answer = method === 'initialize' ? { result } : { error: { code: -32601, message: 'no' } }
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    })
  }
}

it('[T10] server-everything over streamable HTTP: calls, progress, and a call that is stopped', async () => {
  const port = String(20_000 + Math.floor(Math.random() * 20_000))
  const main = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))
  const child = spawn(process.execPath, [main, 'streamableHttp'], { env: { ...process.env, PORT: port } })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const url = `http://127.0.0.1:${port}/mcp`
  const connection = await until('the server listens', () => connect(url).catch(() => null))
  const { tools } = await connection.list(never)
  expect(tools.map(({ name }) => name)).toContain('echo')
  const quiet = { signal: never, onProgress: () => undefined }
  expect(await connection.callTool('echo', { message: 'tide' }, quiet)).toEqual({
    isError: false,
    content: [{ kind: 'text', text: 'Echo: tide' }],
  })
  const progress: string[] = []
  const stop = new AbortController()
  const long = connection.callTool(
    'trigger-long-running-operation',
    { duration: 60, steps: 600 },
    {
      signal: stop.signal,
      onProgress(text) {
        progress.push(text)
        stop.abort()
      },
    },
  )
  expect(await failure(long)).not.toBe('it worked')
  expect(progress.length).toBeGreaterThan(0)
  expect(await connection.callTool('echo', { message: 'again' }, quiet)).toMatchObject({ isError: false })
  await connection.close()
})

it('[Z-4] a redirect to another address is not followed, and gets no header', async () => {
  const reached: string[] = []
  const inside = await serve((request, response) => {
    reached.push(String(request.headers['x-key']))
    response.end('{}')
  })
  for (const status of [301, 302, 307, 308]) {
    const url = await serve((_, response) => response.writeHead(status, { location: inside }).end())
    expect(await failure(connect(url))).not.toBe('it worked')
  }
  expect(reached).toEqual([])
})

it('[Z-4] this computer and the metadata of a cloud are not reached without a mark', async () => {
  const reached: string[] = []
  const url = await serve((request, response) => {
    reached.push(String(request.url))
    response.end('{}')
  })
  const fetch = createGuardedFetch()
  expect(await failure(connect(url, { fetch }))).toContain('Nothing was sent.')
  expect(await failure(connect(url.replace('127.0.0.1', '0177.1'), { fetch }))).toContain('Nothing was sent.')
  expect(await failure(connect('http://169.254.169.254/mcp'))).toContain('Nothing was sent.')
  expect(reached).toEqual([])
})

it('[FT-8] a server that answers one byte at a time is given up after the time limit', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => response.write(':'), 20)
    response.on('close', () => clearInterval(timer))
  })
  expect(await failure(connect(url, { limits: { startMs: 1_000 } }))).toBe('No answer came within 1 second.')
})

it.each(['application/json', 'text/event-stream'])('[FT-8] a result as %s that is too large is cut off', async type => {
  let sent = 0
  const url = await serve(
    asServer((id, response) => {
      response.writeHead(200, { 'content-type': type })
      response.write(
        `${type === 'application/json' ? '' : 'data: '}{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`,
      )
      const more = () => {
        sent += 1
        if (sent < 100 && !response.destroyed) response.write('x'.repeat(1024 * 1024), () => more())
      }
      more()
    }),
  )
  const connection = await connect(url, { limits: { silentMs: 20_000 } })
  const because = await failure(connection.callTool('big', {}, { signal: never, onProgress: () => undefined }))
  expect(because).toContain('more than 1 MB')
  expect(sent).toBeLessThan(90)
  await connection.close()
})

it('[T10] a server that wants a sign-in, is missing or broken is an error in words', async () => {
  const answers = [401, 404, 500].map(async status => {
    const url = await serve((_, response) => response.writeHead(status).end())
    return failure(connect(url))
  })
  expect(await Promise.all(answers)).toEqual([
    expect.stringMatching(/sign in/),
    'There is no MCP server at this address (404).',
    'The server answered with HTTP 500.',
  ])
})
