import { expect, it } from 'vitest'
import { type McpCatalog, type McpConnection, McpError } from './mcp.ts'
import { createMcpSession } from './session.ts'

const nothing: McpCatalog = {
  server: { name: 'a', version: '1' },
  tools: [],
  resources: [],
  templates: [],
  prompts: [],
  instructions: null,
  completes: false,
}

/** A server that a test ends when it likes. */
function fakeServer() {
  const opened: { end: (because: string | null) => void; isClosed: boolean }[] = []
  let refusal: string | null = null
  let now = 1_000
  const connect = async (): Promise<McpConnection> => {
    if (refusal !== null) throw new McpError(refusal)
    const ended = Promise.withResolvers<string | null>()
    const one = { end: ended.resolve, isClosed: false }
    opened.push(one)
    return {
      list: async () => nothing,
      callTool: async () => ({ isError: false, content: [] }),
      readResource: async () => [],
      complete: async () => [],
      getPrompt: async () => [],
      ended: ended.promise,
      async close() {
        one.isClosed = true
        ended.resolve(null)
      },
    }
  }
  return {
    opened,
    connect,
    clock: () => now,
    refuse(because: string | null) {
      refusal = because
    },
    pass(ms: number) {
      now += ms
    },
  }
}

it('[T10] is opened when it is first used, once for several uses at the same time', async () => {
  const server = fakeServer()
  const session = createMcpSession({ ...server, onListed: async () => undefined })
  expect(session.status()).toEqual({ kind: 'stopped' })
  await Promise.all([session.use(async () => 1), session.use(async () => 2)])
  expect([server.opened.length, session.status().kind]).toEqual([1, 'running'])
  await session.stop()
  expect([server.opened[0]?.isClosed, session.status()]).toEqual([true, { kind: 'stopped' }])
})

it('[T10] is closed when nobody has used it for a while, and opened again', async () => {
  const server = fakeServer()
  const session = createMcpSession({ ...server, idleMs: 0, onListed: async () => undefined })
  await session.use(async () => undefined)
  await expect.poll(() => server.opened[0]?.isClosed).toBe(true)
  await session.use(async () => undefined)
  expect(server.opened.length).toBe(2)
})

it('[T10] is stopped while it starts: nothing of it is left when that resolves', async () => {
  const server = fakeServer()
  const gate = Promise.withResolvers<void>()
  const connect = async () => {
    await gate.promise
    return server.connect()
  }
  const session = createMcpSession({ ...server, connect, onListed: async () => undefined })
  const using = session.use(async () => undefined)
  expect(session.status().kind).toBe('starting')
  const stopping = session.stop()
  gate.resolve()
  await Promise.allSettled([using, stopping])
  expect([server.opened[0]?.isClosed, session.status()]).toEqual([true, { kind: 'stopped' }])
})

it('[FT-8] is not tried again at once after a failure, then after twice the time, and at once when the user asks', async () => {
  const server = fakeServer()
  const session = createMcpSession({ ...server, onListed: async () => undefined })
  server.refuse('The program ended with code 3.')
  const attempt = () => session.use(async () => 'used').catch((error: Error) => error.message)
  expect(await attempt()).toBe('The program ended with code 3.')
  expect(await attempt()).toBe('The program ended with code 3. It is tried again in 1 s at the earliest.')
  server.pass(1_000)
  expect(await attempt()).toBe('The program ended with code 3.')
  server.pass(1_500)
  expect(await attempt()).toContain('It is tried again in 1 s')
  server.refuse(null)
  expect(await session.retry(async () => 'used')).toBe('used')
  expect(session.status().kind).toBe('running')
})

it('[FT-8] a server that ends by itself is shown as failed with its reason, and started again after the wait', async () => {
  const server = fakeServer()
  const session = createMcpSession({ ...server, onListed: async () => undefined })
  await session.use(async () => undefined)
  server.opened[0]?.end('The program was ended by SIGKILL.')
  await expect.poll(() => session.status().kind).toBe('failed')
  expect(session.status()).toMatchObject({ because: 'The program was ended by SIGKILL.', retryAt: 2_000 })
  server.pass(1_000)
  expect(await session.use(async () => 'again')).toBe('again')
})
