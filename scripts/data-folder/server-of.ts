import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Answered {
  readonly status: number
  readonly body: unknown
}

/** The server of one checkout, called over plain HTTP: an older version has no typed client that this one could import. */
export interface CheckoutServer {
  call(method: string, path: string, options?: CallOptions): Promise<Answered>
  kill(signal: NodeJS.Signals): Promise<void>
}

export interface CallOptions {
  readonly body?: unknown
  /** The idempotency key, for a command. */
  readonly key?: string
}

export async function startServerOf(
  checkout: string,
  data: string,
  nodeFlags: readonly string[] = [],
): Promise<CheckoutServer> {
  const child = spawn(process.execPath, [...nodeFlags, join(checkout, 'apps/server/src/main.ts')], {
    env: { PATH: process.env.PATH, STET_DATA: data, STET_PORT: '0', STET_OPEN: '0', STET_DEMO_PACE: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const startedAt = Date.now()
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
    async kill(signal) {
      child.kill(signal)
      await exited
    },
  }
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
