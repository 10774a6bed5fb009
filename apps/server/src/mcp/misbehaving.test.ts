import { fileURLToPath } from 'node:url'
import type { McpConnection, McpError } from '@stet/tools'
import { connectMcp, type McpLimits } from '@stet/tools/mcp'
import { expect, it } from 'vitest'
import { until } from '../testing/until.ts'
import { StdioTransport } from './stdio-transport.ts'

const FAULTY = fileURLToPath(new URL('./testing/misbehave.ts', import.meta.url))
const never = new AbortController().signal

interface Tried {
  readonly connection: McpConnection
  readonly troubles: readonly string[]
  readonly pids: () => readonly number[]
}

async function connect(
  fault: string,
  limits: Partial<McpLimits> = {},
  onStderr = (_: string) => undefined,
): Promise<Tried> {
  const troubles: string[] = []
  const started: StdioTransport[] = []
  const pids = new Set<number>()
  const make = () => {
    const program = { command: process.execPath, args: [FAULTY, fault], cwd: null, env: {} }
    const transport = new StdioTransport(program, { onError: onStderr, graceMs: 200 })
    started.push(transport)
    return transport
  }
  const connecting = connectMcp(make, {
    version: '1',
    signal: never,
    onChanged: () => troubles.push('changed'),
    onTrouble: because => troubles.push(because),
    limits,
  })
  const note = () => {
    for (const { pid } of started) if (pid !== null) pids.add(pid)
  }
  const timer = setInterval(note, 5)
  try {
    const connection = await connecting
    note()
    return { connection, troubles, pids: () => [...pids] }
  } finally {
    clearInterval(timer)
  }
}

function failure(tried: Promise<unknown>): Promise<string> {
  return tried.then(
    () => 'it worked',
    (error: McpError) => error.message,
  )
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const call = (connection: McpConnection) =>
  connection.callTool('echo', {}, { signal: never, onProgress: () => undefined })
const done = { isError: false, content: [{ kind: 'text', text: 'done' }] }

it('[FT-8] a program that ends at the start says how it ended, and what it wrote is at hand', async () => {
  let stderr = ''
  const onStderr = (text: string) => {
    stderr += text
    return undefined
  }
  expect(await failure(connect('crash', {}, onStderr))).toBe('The program ended with code 3.')
  expect(stderr).toContain('no configuration found')
})

it('[FT-8] a program that never answers is given up after the time limit, and ended', async () => {
  expect(await failure(connect('hang', { startMs: 3_000 }))).toBe('No answer came within 3 seconds.')
})

it('[FT-8] a program that does not exist is an error in words', async () => {
  const program = { command: '/no/such/program', args: [], cwd: null, env: {} }
  const connecting = connectMcp(() => new StdioTransport(program, { onError: () => undefined }), {
    version: '1',
    signal: never,
    onChanged: () => undefined,
    onTrouble: () => undefined,
  })
  expect(await failure(connecting)).toBe('/no/such/program could not be started: there is no such program or folder.')
})

it('[FT-8] lines that are no messages are skipped and reported', async () => {
  const { connection, troubles } = await connect('garbage')
  expect(await call(connection)).toEqual(done)
  expect(troubles.some(trouble => trouble.includes('a line that is no message: Listening on port 3000'))).toBe(true)
  await connection.close()
})

it('[FT-8] a result of 100 MB ends the program, and nothing of it is kept', async () => {
  const { connection } = await connect('huge')
  const before = process.memoryUsage().rss
  expect(await failure(call(connection))).toBe('It sent a message of more than 32 MB and was stopped.')
  expect(await connection.ended).toContain('It sent a message of more than 32 MB')
  expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024)
})

it('[FT-8] a program that dies in a call fails that call', async () => {
  const { connection } = await connect('dies')
  expect(await failure(call(connection))).toBe('The program ended with code 9.')
  expect(await connection.ended).toBe('The program ended with code 9.')
})

it.each(['wrong-id', 'twice'])('[FT-8] an answer with the fault %s changes no other', async fault => {
  const { connection } = await connect(fault)
  expect([await call(connection), await call(connection)]).toEqual([done, done])
  await connection.close()
})

it('[FT-8] a list of tools without an end is given up', async () => {
  const { connection } = await connect('endless', { mostPages: 20 })
  expect(await failure(connection.list(never))).toBe('Its list has no end.')
  await connection.close()
})

it('[FT-8] a changed list is reported', async () => {
  const { connection, troubles } = await connect('changes-list')
  await call(connection)
  await until('the change is reported', () => (troubles.includes('changed') ? true : null))
  await connection.close()
})

it('[FT-8] a call that is stopped ends at once, and the program is left to others', async () => {
  const { connection, pids } = await connect('hang-in-call')
  const stop = new AbortController()
  const calling = failure(connection.callTool('echo', {}, { signal: stop.signal, onProgress: () => undefined }))
  stop.abort()
  expect(await calling).not.toBe('')
  await connection.close()
  await until('the program is gone', () => (pids().every(pid => !isAlive(pid)) ? true : null))
})

it('[Z-10] a program gets no variable of this process that could hold a key', async () => {
  process.env.STET_TEST_SECRET_KEY = 'granite'
  const code = `require('readline').createInterface({input:process.stdin}).on('line',l=>{const m=JSON.parse(l);if(m.id===undefined)return;
    if(m.method==='initialize')console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,result:{protocolVersion:'2025-06-18',capabilities:{tools:{}},serverInfo:{name:'env',version:'1'}}}));
    else if(m.method==='tools/call')console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,result:{content:[{type:'text',text:JSON.stringify(process.env)}]}}));
    else console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,error:{code:-32601,message:'no'}}))})`
  const program = { command: process.execPath, args: ['-e', code], cwd: null, env: { GIVEN: 'yes' } }
  const connection = await connectMcp(() => new StdioTransport(program, { onError: () => undefined, graceMs: 200 }), {
    version: '1',
    signal: never,
    onChanged: () => undefined,
    onTrouble: () => undefined,
  })
  const [part] = (await call(connection)).content
  const env: Record<string, string> = JSON.parse(part?.kind === 'text' ? part.text : '{}')
  expect([env.GIVEN, env.STET_TEST_SECRET_KEY, 'PATH' in env]).toEqual(['yes', undefined, true])
  await connection.close()
  delete process.env.STET_TEST_SECRET_KEY
})
