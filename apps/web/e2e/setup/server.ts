import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../server/src/main.mjs', import.meta.url))
const serveMany = fileURLToPath(new URL('../../../server/src/testing/serve-many.ts', import.meta.url))

export interface ServerOptions {
  readonly data: string
  /** 0 lets the system choose. */
  readonly port?: number
  /** 0 writes an answer at once, 1 like a model. */
  readonly pace?: number
  /** The path below which it serves. */
  readonly base?: string
}

export interface StetServer {
  readonly address: string
  readonly port: number
  /** Only a server in a process of its own can be killed by another signal than SIGTERM. */
  kill(signal: NodeJS.Signals): Promise<void>
}

export async function makeDataFolder(): Promise<{ readonly data: string; remove(): Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'stet-e2e-'))
  return { data, remove: () => rm(data, { recursive: true, force: true, maxRetries: 5 }) }
}

/** One process that serves the data folders of many tests, one after the other: starting a process is most of a short test. */
export interface ServerHost {
  open(options: ServerOptions): Promise<StetServer>
  end(): Promise<void>
}

export function startServerHost(): ServerHost {
  const child = fork(serveMany, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const exited = once(child, 'exit')
  // Many tests provoke errors that are logged: the log is of interest only when the process dies.
  let log = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    log = `${log}${chunk}`.slice(-20_000)
  })
  const waiting = new Map<number, PromiseWithResolvers<string>>()
  let requests = 0
  child.on('message', ({ id, address, failed }: { id: number; address?: string; failed?: string }) => {
    const reply = waiting.get(id)
    waiting.delete(id)
    if (address === undefined) reply?.reject(new Error(failed))
    else reply?.resolve(address)
  })
  child.on('exit', code => {
    for (const reply of waiting.values()) reply.reject(new Error(`the servers ended with ${code}: ${log}`))
  })

  function ask(request: object): Promise<string> {
    requests += 1
    const reply = Promise.withResolvers<string>()
    waiting.set(requests, reply)
    child.send({ id: requests, ...request })
    return reply.promise
  }

  return {
    async open({ data, port = 0, pace = 0, base = '' }) {
      const address = await ask({ open: { data, port, pace, base } })
      return {
        address,
        port: Number(new URL(address).port),
        async kill(signal) {
          if (signal !== 'SIGTERM') throw new Error('this server shares its process: use { ownProcess: true }')
          await ask({ close: address })
        },
      }
    },
    async end() {
      child.disconnect()
      await exited
    },
  }
}

/** The real server, as a process of its own that can be killed. */
export async function startServer({ data, port = 0, pace = 0 }: ServerOptions): Promise<StetServer> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, STET_DATA: data, STET_PORT: String(port), STET_OPEN: '0', STET_DEMO_PACE: String(pace) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const address = await addressOf(child)
  return {
    address,
    port: Number(new URL(address).port),
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!(child.stdout && child.stderr)) throw new Error('the server has no output to read')
  const complaints: string[] = []
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString()))
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /https?:\/\/[^\s/]+/.exec(line)?.[0]
    if (address !== undefined) {
      child.stdout.resume()
      return address
    }
  }
  throw new Error(`the server did not start: ${complaints.join('')}`)
}
