import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** Another process of this Node that runs a module and prints lines. It never outlives its test. */
export interface TestChild {
  readonly process: ChildProcess
  /** The next line that it prints. */
  line(): Promise<string>
  /** How it ended. */
  ended(): Promise<{ readonly code: number | null; readonly signal: string | null; readonly errors: string }>
}

/** `code` is the text of a module; it finds its arguments in `process.argv` from the third on. */
export function startChild(code: string, ...options: readonly string[]): TestChild {
  return startCommand(process.execPath, ['--input-type=module-typescript', '--eval', code, '--', ...options])
}

export function startCommand(command: string, options: readonly string[]): TestChild {
  const child = spawn(command, options, { stdio: ['pipe', 'pipe', 'pipe'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const exit = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return {
    process: child,
    async line() {
      const { value, done } = await lines.next()
      if (done === true) throw new Error(`the child ended without another line: ${errors}`)
      return value
    },
    async ended() {
      await exit
      return { code: child.exitCode, signal: child.signalCode, errors }
    },
  }
}

/** Whether a command of the operating system exists. If not, a line says what is not proven on this machine. */
export function hasCommand(command: readonly [string, ...string[]], unproven: string): boolean {
  const [name, ...parameters] = command
  const { error, status } = spawnSync(name, parameters, { stdio: 'ignore' })
  if (error === undefined && status === 0) return true
  process.stdout.write(`${name} is absent or refused on this machine: not proven here: ${unproven}\n`)
  return false
}

/** A folder of its own for one test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stet-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
