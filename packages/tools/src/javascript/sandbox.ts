import type { ToolFiles } from '../ports.ts'
import type { FromWorker, Script, ScriptEnd, ToWorker } from './script-messages.ts'
import { serveFiles } from './serve-files.ts'

/** A thread of its own that runs one script: `worker_threads` on Node, a Web Worker in a browser. */
export interface ScriptWorker {
  post(message: ToWorker): void
  /** Called with each message, and with an error when the thread ended by itself. */
  listen(onMessage: (message: FromWorker) => void, onError: (error: Error) => void): void
  terminate(): Promise<void>
}

export interface Sandbox {
  run(script: Script, deps: SandboxRun): Promise<ScriptEnd>
}

export interface SandboxRun {
  readonly files: ToolFiles
  readonly signal: AbortSignal
  /** Called with how many are before it, when it has to wait and each time that one less is. */
  readonly onQueued: (before: number) => void
  /** Called when it starts. */
  readonly onStarted: () => void
}

/** How much longer than its deadline a thread may take before it is ended from outside. */
const GRACE_MS = 1000

interface Waiting extends Pick<SandboxRun, 'onQueued'> {
  readonly resolve: () => void
}

/** Runs at most so many scripts at once; the others wait their turn. */
export function createSandbox(start: () => Promise<ScriptWorker>, most: number): Sandbox {
  const waiting: Waiting[] = []
  let running = 0

  async function enter({ signal, onQueued }: SandboxRun): Promise<void> {
    signal.throwIfAborted()
    if (running < most) {
      running += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const place: Waiting = { resolve, onQueued }
    waiting.push(place)
    reportPlaces(waiting.length - 1)
    const onAbort = () => {
      const at = waiting.indexOf(place)
      if (at === -1) return
      waiting.splice(at, 1)
      reportPlaces(at)
      reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort)
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  function reportPlaces(from: number): void {
    for (const [at, { onQueued }] of waiting.entries()) if (at >= from) onQueued(running + at)
  }

  /** The place passes to the next that waits. */
  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) {
      running -= 1
      return
    }
    reportPlaces(0)
    next.resolve()
  }

  return {
    async run(script, deps) {
      await enter(deps)
      deps.onStarted()
      try {
        return await runOne(await start(), script, deps)
      } finally {
        leave()
      }
    },
  }
}

async function runOne(worker: ScriptWorker, script: Script, { files, signal }: SandboxRun): Promise<ScriptEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<ScriptEnd>()
  const late = setTimeout(() => {
    const text = `The script was stopped after ${script.deadlineMs / 1000} seconds.`
    resolve({ libraries: [], console: [], result: { kind: 'error', text } })
  }, script.deadlineMs + GRACE_MS)
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  worker.listen(
    message => {
      if (message.kind === 'end') resolve(message.end)
      else {
        serveFiles(files, message.request).then(
          answer => worker.post({ kind: 'answer', id: message.id, answer: JSON.stringify(answer) }),
          reject,
        )
      }
    },
    // A thread that ran out of memory ends so: the script is at fault, not the tool.
    error =>
      resolve({
        libraries: [],
        console: [],
        result: { kind: 'error', text: `The script was stopped: ${error.message}` },
      }),
  )
  worker.post({ kind: 'run', script })
  try {
    return await promise
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', onAbort)
    await worker.terminate()
  }
}
