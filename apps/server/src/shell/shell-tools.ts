import type { Json } from '@stet/history'
import { done, failed, type Tool, type ToolPlace, type ToolProgress, type ToolResult } from '@stet/tools'
import { type DirectoryToolDeps, directoryTool, parseFields, reachOf } from '../directories/directory-tool.ts'
import { openInside, pathFailure, pinned, toPath } from '../directories/inside.ts'
import { endWords, type ShellJobs } from './jobs.ts'
import { environmentNames, type RunningCommand, startCommand } from './start-command.ts'

const USUAL_SECONDS = 120
const MOST_SECONDS = 1800
/** How often the page gets new output, and how much. */
const PROGRESS_MS = 200
const SHOWN = 4000

interface Command {
  readonly command: string
  readonly directory: string
  readonly seconds: number
  readonly background: boolean
}

/** Runs a command in an exposed directory, after the user has approved exactly this one (T7). */
export function createShellTool(deps: DirectoryToolDeps, jobs: ShellJobs): Tool<Command> {
  return {
    ...directoryTool,
    name: 'run_shell_command',
    title: 'Shell',
    icon: 'terminal',
    description: `Runs a command in a shell, in an exposed directory, and answers with its output and exit code. The user approves every call. There is no input to type into, and a command is ended after ${USUAL_SECONDS} seconds unless it asks for more. Use background for servers and watchers: it answers at once with a job number for background_job.`,
    input: {
      type: 'object',
      properties: {
        command: { type: 'string', description: 'The command line.' },
        directory: {
          type: 'string',
          description: 'Where it runs: absolute path; the first exposed directory if left out.',
        },
        timeout_seconds: { type: 'integer', minimum: 1, maximum: MOST_SECONDS },
        background: { type: 'boolean', description: 'Continue after this call.' },
      },
      required: ['command'],
      additionalProperties: false,
    },
    policy: 'confirm',
    alwaysConfirm: true,
    needs: ['shell', 'directories'],
    parse: given => {
      const parsed = parseFields(given, ({ text, count, flag }) => ({
        command: text('command'),
        directory: text('directory', ''),
        seconds: Math.min(MOST_SECONDS, count('timeout_seconds', USUAL_SECONDS)),
        background: flag('background'),
      }))
      if (parsed.kind === 'invalid') return parsed
      const { command } = parsed.input
      if (command.trim() !== '' && !command.includes('\0')) return parsed
      return { kind: 'invalid', because: '`command` must be a text that is not empty and has no NUL character.' }
    },
    summary: ({ command }) => command.trim().split('\n', 1)[0]?.slice(0, 200) ?? null,
    binding: async (input, place): Promise<Json> => {
      const at = await resolveDirectory(deps, place, directoryOf(input, place))
      return [input.command, at.kind === 'resolved' ? at.path : null, environmentNames()]
    },
    preview: async (input, place) => {
      const at = await resolveDirectory(deps, place, directoryOf(input, place))
      const where = at.kind === 'resolved' ? at.path : at.because
      const text = `${where}\nEnvironment: ${environmentNames().join(', ')}`
      return [{ kind: 'code', label: 'Runs in', language: null, text }]
    },
    async *run(input, context) {
      const { signal, asksIn, now } = context
      const reach = reachOf(deps, context)
      let opened: Awaited<ReturnType<typeof openInside>>
      try {
        opened = await openInside(reach, toPath(reach, directoryOf(input, context)), 'directory')
      } catch (error) {
        const because = pathFailure(error, directoryOf(input, context))
        if (because === null) throw error
        return failed(because)
      }
      const { command } = input
      const directory = opened.path
      const start = () => startCommand({ command, at: pinned(opened), directory })
      try {
        if (!input.background) return yield* follow(start(), input.seconds, signal)
        const id = jobs.add({ chatId: asksIn, command, directory, startedAt: now() }, start)
        return id === null
          ? failed('Too many background jobs are running. Stop one first with background_job.')
          : done(`Started as job ${id}. Use background_job to read its output or to stop it.`)
      } finally {
        await opened.handle.close()
      }
    },
  }
}

/** Reports what a command prints until it ends, is stopped, or takes too long. */
async function* follow(
  running: RunningCommand,
  seconds: number,
  signal: AbortSignal,
): AsyncGenerator<ToolProgress, ToolResult> {
  const { output, ended } = running
  let late = false
  const timer = setTimeout(() => {
    late = true
    running.stop()
  }, seconds * 1000)
  signal.addEventListener('abort', running.stop)
  if (signal.aborted) running.stop()
  try {
    let shown = ''
    for (;;) {
      let pause: ReturnType<typeof setTimeout> | undefined
      const waited = new Promise<null>(resolve => {
        pause = setTimeout(() => resolve(null), PROGRESS_MS)
      })
      const end = await Promise.race([ended, waited])
      clearTimeout(pause)
      if (end === null) {
        const text = output.tail(SHOWN)
        if (text.trim() !== '' && text !== shown) yield { text }
        shown = text
        continue
      }
      const printed = output.text()
      const how = toWords(endWords(end), { late, seconds, stopped: signal.aborted })
      const isFine = end.kind === 'exited' && end.code === 0
      const text = `${printed === '' ? '(no output)' : printed.replace(/\n$/, '')}\n[${how}]`
      const result = isFine ? done(text) : failed(text)
      return { ...result, drawings: [{ kind: 'code', label: how, language: null, text: printed || '(no output)' }] }
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', running.stop)
  }
}

function toWords(
  end: string,
  { late, seconds, stopped }: { late: boolean; seconds: number; stopped: boolean },
): string {
  if (stopped) return 'stopped by the user'
  return late ? `ended after ${seconds} seconds, which was its limit` : end
}

type ResolvedDirectory =
  | { readonly kind: 'resolved'; readonly path: string }
  | { readonly kind: 'refused'; readonly because: string }

/** The first exposed one, where the model named none. */
function directoryOf({ directory }: { readonly directory: string }, { roots }: Pick<ToolPlace, 'roots'>): string {
  return directory || (roots[0] ?? '.')
}

async function resolveDirectory(
  deps: DirectoryToolDeps,
  place: ToolPlace,
  directory: string,
): Promise<ResolvedDirectory> {
  const reach = reachOf(deps, place)
  try {
    const opened = await openInside(reach, toPath(reach, directory), 'directory')
    await opened.handle.close()
    return { kind: 'resolved', path: opened.path }
  } catch (error) {
    const because = pathFailure(error, directory)
    if (because === null) throw error
    return { kind: 'refused', because }
  }
}

interface JobCall {
  readonly job: number
  readonly stop: boolean
}

/** Reads or stops a command that continues after its call (T7). */
export function createJobTool(jobs: ShellJobs): Tool<JobCall> {
  return {
    ...directoryTool,
    name: 'background_job',
    title: 'Background job',
    icon: 'terminal',
    description: 'Reads the last output of a background job of this chat, or stops it.',
    input: {
      type: 'object',
      properties: {
        job: { type: 'integer', minimum: 1, description: 'The number of the job.' },
        stop: { type: 'boolean', description: 'End the job with everything it started.' },
      },
      required: ['job'],
      additionalProperties: false,
    },
    policy: 'auto',
    needs: ['shell', 'directories'],
    parse: given => parseFields(given, ({ count, flag }) => ({ job: count('job'), stop: flag('stop') })),
    summary: ({ job, stop }) => (stop ? `Stop job ${job}` : `Job ${job}`),
    async *run({ job, stop }, { asksIn }) {
      if (stop) {
        yield { text: 'Stopping' }
        await jobs.stop(asksIn, job)
      }
      const found = jobs.find(asksIn, job)
      if (found === null) return failed(`There is no job ${job} in this chat.`)
      const { command, output, ended } = found
      return done(`${command}\n${output === '' ? '(no output yet)' : output}\n[${ended ?? 'running'}]`)
    },
  }
}
