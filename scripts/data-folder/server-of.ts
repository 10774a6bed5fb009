import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Answered {
  readonly status: number
  readonly body: unknown
}

/** The server of one checkout, called over plain HTTP: an older version has no typed client that this one could import. */
export interface CheckoutServer {
  call(method: string, path: string, options?: CallOptions): Promise<Answered>
  /** Its blob and the name it was sent under, as a message names it. */
  upload(name: string, mediaType: string, bytes: Uint8Array<ArrayBuffer>): Promise<{ blob: string; name: string }>
  kill(signal: NodeJS.Signals): Promise<void>
}

export interface CallOptions {
  readonly body?: unknown
  /** The idempotency key, for a command. */
  readonly key?: string
}

export interface ServerOptions {
  readonly nodeFlags?: readonly string[]
  /** What the server's clock says when it starts; the machine's time without it. */
  readonly clock?: number
}

export async function startServerOf(
  checkout: string,
  data: string,
  { nodeFlags = [], clock }: ServerOptions = {},
): Promise<CheckoutServer> {
  const startedAt = clock ?? Date.now()
  const flags = clock === undefined ? nodeFlags : ['--import', moduleOf(clockBeginningAt(clock)), ...nodeFlags]
  const child = spawn(process.execPath, [...flags, programOf(checkout)], {
    env: { PATH: process.env.PATH, STET_DATA: data, STET_PORT: '0', STET_OPEN: '0', STET_DEMO_PACE: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let log = ''
  child.stderr.on('data', chunk => {
    log += chunk
  })
  let address: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    address = /https?:\/\/[^\s/]+/.exec(line)?.[0]
    if (address !== undefined) break
  }
  if (address === undefined) throw new Error(`the server of ${checkout} did not start: ${log}`)
  child.stdout.resume()
  return {
    async call(method, path, { body, key } = {}) {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? null : withoutChance(JSON.parse(text), startedAt) }
    },
    async upload(name, mediaType, body) {
      const headers = { 'x-file-name': encodeURIComponent(name), 'content-type': mediaType }
      const response = await fetch(`${address}/api/blobs`, { method: 'POST', headers, body })
      if (response.status !== 201) throw new Error(`the upload of ${name} was answered with ${response.status}`)
      const { blob } = (await response.json()) as { blob: string }
      return { blob, name }
    },
    async kill(signal) {
      child.kill(signal)
      await exited
    },
  }
}

/** A module of this source, as Node's flag `--import` takes it. */
export function moduleOf(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`
}

function clockBeginningAt(time: number): string {
  return `
    const Machine = Date
    const ahead = ${time} - Machine.now()
    globalThis.Date = class extends Machine {
      constructor(...given) {
        super(...(given.length === 0 ? [Machine.now() + ahead] : given))
      }
      static now() {
        return Machine.now() + ahead
      }
    }
  `
}

/** Replaces what two starts over the same data answer differently: the time of recovery, and the id that an inspection makes up. */
function withoutChance(answer: unknown, startedAt: number): unknown {
  const nextId =
    typeof answer === 'object' && answer !== null && 'nextMessageId' in answer ? answer.nextMessageId : null
  return JSON.parse(JSON.stringify(answer), (_, value: unknown) => {
    if (typeof value === 'number' && value >= startedAt) return 'after the start'
    return value !== null && value === nextId ? 'the next message' : value
  })
}

function programOf(checkout: string): string {
  const program = join(checkout, 'apps/server/src/main.mjs')
  // Earlier versions.
  return existsSync(program) ? program : program.replace(/mjs$/, 'ts')
}
