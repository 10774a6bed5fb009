import type { ChildProcessByStdio } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createClient } from '@stet/api/client'

const MAIN = fileURLToPath(new URL('../main.mjs', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Stet as a process of its own. It is killed when the test is over. */
export class StetProcess implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>
  readonly #ended: Promise<Ended>
  #stdout = ''
  #stderr = ''

  /** `within` is a command that runs it in its place, such as on a disk of its own. */
  constructor(
    env: Readonly<Record<string, string>>,
    args: readonly string[] = [],
    within: { readonly command: string; readonly args: readonly string[] } | null = null,
  ) {
    const whole = [...(within === null ? [] : [within.command, ...within.args]), process.execPath, MAIN, ...args]
    const [command = '', ...rest] = whole
    this.#child = spawn(command, rest, {
      env: { PATH: process.env.PATH, STET_PORT: '0', STET_OPEN: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stdout.on('data', data => {
      this.#stdout += data
    })
    this.#child.stderr.on('data', data => {
      this.#stderr += data
    })
    this.#ended = once(this.#child, 'close').then(([code, signal]) => ({
      code,
      signal,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }))
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('Stet was not started')
    return this.#child.pid
  }

  get stderr(): string {
    return this.#stderr
  }

  /** Where it listens, once it says so. */
  async address(): Promise<string> {
    for (;;) {
      const found = /Stet is at (\S+)\n/.exec(this.#stdout)?.[1]
      if (found !== undefined) return found
      const heard = once(this.#child.stdout, 'data')
      const ended = await Promise.race([heard.then(() => null), this.#ended])
      if (ended !== null) throw new Error(`Stet ended with ${ended.code}: ${ended.stderr}`)
    }
  }

  async client() {
    const base = await this.address()
    return createClient({ fetch: (input, init) => fetch(input, init), base, newKey: () => crypto.randomUUID() })
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  ended(): Promise<Ended> {
    return this.#ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill('SIGKILL')
    await this.#ended
  }
}

/** A data folder that is gone after the test. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'stet-server-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
