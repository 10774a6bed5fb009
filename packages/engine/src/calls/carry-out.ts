import type { Tool, ToolContext, ToolProgress, ToolResult } from '@stet/tools'
import type { Log } from '../runtime/log.ts'
import type { Pause } from '../runtime/pause.ts'

/** How long a tool may take to end in its own way when the run is stopped: a stop must not wait for one that hangs. */
const GRACE_MS = 500

/** How the use of a tool ended; `left` is one that was stopped and told nothing more. */
export type Used =
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'fault' }
  | { readonly kind: 'left' }

interface ToolUse {
  readonly tool: Tool
  readonly input: unknown
  readonly context: ToolContext
  readonly pause: Pause
  readonly log: Log
}

/** Runs a tool to its end, or to the end of its grace when the run is stopped. It does not throw: what a tool throws is a fault of it. */
export async function* carryOut({ tool, input, context, pause, log }: ToolUse): AsyncGenerator<ToolProgress, Used> {
  const { signal, callId } = context
  const facts = { tool: tool.name, callId }
  const stopped = Promise.withResolvers<'left'>()
  const never = new AbortController().signal
  const onAbort = () => pause(GRACE_MS, never).then(() => stopped.resolve('left'), stopped.reject)
  if (signal.aborted) void onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    const running = tool.run(input, context)
    for (;;) {
      const next = running.next()
      const step = await Promise.race([next, stopped.promise])
      if (step === 'left') {
        next.then(undefined, error => log.warn('a tool failed after it was stopped', { ...facts, error }))
        return { kind: 'left' }
      }
      if (step.done === true) return { kind: 'result', result: step.value }
      yield step.value
    }
  } catch (error) {
    if (signal.aborted) return { kind: 'left' }
    log.error('a tool failed', { ...facts, error })
    return { kind: 'fault' }
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
