import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { endGroup, passedOn } from '../child-processes.ts'
import { createOutput, type Output } from './output.ts'

const SHELL = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh'
/** How long a command may take to end by itself. A stopped run waits half a second for its calls. */
const GRACE_MS = 250
/** By it, what a command left behind is found even if it left the process group. */
const MARK = 'STET_COMMAND'

/**
 * Runs the command in a shell, beside a reader of a pipe that only this process writes to. When this process dies, however it dies, the
 * pipe closes and the reader ends the whole group: no command outlives Stet.
 */
const WRAPPER = `(read -r _ <&3; kill -KILL 0) >/dev/null 2>&1 & exec 3<&-; exec ${SHELL} -c "$1"`

/** The names of the variables that a command gets. */
export function environmentNames(): readonly string[] {
  return [...Object.keys(passedOn()), MARK, 'PWD'].toSorted()
}

export interface RunningCommand {
  readonly output: Output
  /** Never rejects. */
  readonly ended: Promise<CommandEnd>
  /** Ends everything it started. */
  stop(): void
}

export type CommandEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'not-started'; readonly because: string }

interface Command {
  readonly command: string
  /** Where it runs: a path that cannot be swapped for another one, and the canonical path. */
  readonly at: string
  readonly directory: string
}

export function startCommand({ command, at, directory }: Command): RunningCommand {
  const mark = randomBytes(12).toString('hex')
  const output = createOutput()
  const child = spawn(SHELL, ['-c', WRAPPER, SHELL, command], {
    cwd: at,
    env: { ...passedOn(), PWD: directory, [MARK]: mark },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdout?.on('data', output.take)
  child.stderr?.on('data', output.take)
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    output,
    ended: endOf(child, mark).finally(() => clearTimeout(timer)),
    stop() {
      endGroup(child, 'SIGTERM')
      timer ??= setTimeout(() => endGroup(child, 'SIGKILL'), GRACE_MS)
    },
  }
}

async function endOf(child: ChildProcess, mark: string): Promise<CommandEnd> {
  const end = await new Promise<CommandEnd>(resolve => {
    child.once('error', error => resolve({ kind: 'not-started', because: error.message }))
    child.once('exit', (code, signal) => {
      resolve(signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'killed', signal })
    })
  })
  if (end.kind === 'not-started') return end
  // Nothing that it started survives it.
  endGroup(child, 'SIGKILL')
  await endMarked(mark)
  await drained(child)
  return end
}

/** What was printed before the end is read to its end. */
async function drained({ stdout, stderr }: ChildProcess): Promise<void> {
  await Promise.all(
    [stdout, stderr].map(stream =>
      stream === null || stream.closed ? null : new Promise(done => stream.once('close', done)),
    ),
  )
}

/**
 * Ends processes that left the group, as daemons do, where the system shows the environment of others. It looks until it has found nothing
 * new twice: one that was just forked is not listed yet, and one that becomes another program has no environment for a moment.
 */
async function endMarked(mark: string): Promise<void> {
  if (process.platform !== 'linux') return
  const ended = new Set<string>()
  for (let looks = 0; looks < 2; looks += 1) {
    const before = ended.size
    await endThoseWith(`${MARK}=${mark}`, ended)
    if (ended.size > before) looks = -1
  }
}

/** Adds the processes to those that were ended before, which may still be listed. */
async function endThoseWith(wanted: string, ended: Set<string>): Promise<void> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name) && !ended.has(name))
  await Promise.all(
    pids.map(async pid => {
      try {
        const environment = await readFile(`/proc/${pid}/environ`, 'utf8')
        if (!environment.split('\0').includes(wanted)) return
        process.kill(Number(pid), 'SIGKILL')
        ended.add(pid)
      } catch (error) {
        // Of another user, or it has ended meanwhile.
        if (!(error instanceof Error && 'code' in error)) throw error
      }
    }),
  )
}
