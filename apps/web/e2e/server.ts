import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

export interface ServerOptions {
  readonly data: string
  /** 0 lets the system choose. */
  readonly port?: number
  /** 0 writes an answer at once, 1 like a model. */
  readonly pace?: number
}

/** The real server, as a process of its own that can be killed. */
export interface StetServer {
  readonly address: string
  readonly port: number
  kill(signal: NodeJS.Signals): Promise<void>
}

export async function makeDataFolder(): Promise<{ readonly data: string; remove(): Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'stet-e2e-'))
  return { data, remove: () => rm(data, { recursive: true, force: true, maxRetries: 5 }) }
}

export async function startServer({ data, port = 0, pace = 1 }: ServerOptions): Promise<StetServer> {
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
