import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { CheckDepth } from './inspect-file.ts'

/** Whether the pages of the database are sound, as far as checked. */
export type Integrity =
  | { readonly kind: 'sound' }
  | { readonly kind: 'damaged'; readonly because: string }
  | { readonly kind: 'unchecked'; readonly because: string }

export interface RunningCheck {
  readonly result: Promise<Integrity>
  stop(): Promise<void>
}

const Found = z.nullable(z.string())

/**
 * Checks a database in the background, because checking it before it opens would take too long. In a process of its own: a check inside SQLite
 * cannot be interrupted, and a thread would delay the end of the server.
 */
export function checkBeside(file: string, depth: CheckDepth): RunningCheck {
  const child = fork(fileURLToPath(new URL('./check-process.ts', import.meta.url)), [file, depth], {
    stdio: 'ignore',
    // It needs nothing of the environment, which may hold keys.
    env: {},
  })
  const { promise, resolve } = Promise.withResolvers<Integrity>()
  const ended = Promise.withResolvers<void>()
  child.once('message', message => {
    const because = Found.parse(message)
    resolve(because === null ? { kind: 'sound' } : { kind: 'damaged', because })
  })
  child.once('error', error => {
    resolve({ kind: 'unchecked', because: String(error) })
    ended.resolve()
  })
  child.once('exit', () => {
    resolve({ kind: 'unchecked', because: 'the check was ended' })
    ended.resolve()
  })
  return {
    result: promise,
    async stop() {
      child.kill('SIGKILL')
      await ended.promise
    },
  }
}
