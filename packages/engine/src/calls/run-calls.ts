import { type CallId, type ChatId, toolCallsOf } from '@stet/history'
import { blobId, type Call, type CallState, type SettledState, type Store, toCallPut } from '@stet/store'
import type { ChildRuns, ToolBlobs, ToolContext, ToolPlace, ToolResult } from '@stet/tools'
import type { EventHub } from '../events/event-hub.ts'
import { isSettled } from '../record/is-settled.ts'
import { readCall, readCalls } from '../record/read-calls.ts'
import { readChat } from '../record/read-chat.ts'
import { readAnswer } from '../record/read-link.ts'
import { mustWriteForRun, type WriteDeps, type WritingRun } from '../record/write-for-run.ts'
import type { Log } from '../runtime/log.ts'
import { phaseOf } from './call-phase.ts'
import { authorOf, hashOf, parseInput, settledWith } from './propose-calls.ts'
import type { OfferedTool, Toolbox } from './toolbox.ts'

interface CallDeps extends WriteDeps {
  readonly store: Store
  readonly hub: Pick<EventHub, 'publish'>
  readonly toolbox: Pick<Toolbox, 'find' | 'placeOf'>
  readonly clock: () => number
  readonly log: Log
}

/** A run whose answer makes calls. */
interface CallingRun extends WritingRun {
  readonly live: { readonly chatId: ChatId; readonly signal: AbortSignal; readonly progress: Map<CallId, string> }
  /** The child runs that a call may start. Passed in, because a child run has calls itself. */
  readonly childRunsOf: (call: Call) => ChildRuns | null
}

/** Runs the runnable calls of the saved answer, all at once. Each is settled by itself, and one that fails does not stop the others. */
export async function runCalls(deps: CallDeps, started: CallingRun): Promise<void> {
  const { chatId, messageId } = started.row.current()
  const answer = await readAnswer(deps.store, chatId, messageId)
  const rows = toolCallsOf(answer).length === 0 ? [] : await readCalls(deps, messageId)
  const mine = rows.filter(({ call }) => phaseOf(call, answer) === 'runnable')
  const ended = await Promise.allSettled(mine.map(({ call }) => runCall(deps, started, call)))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

async function runCall(deps: CallDeps, started: CallingRun, call: Call): Promise<void> {
  const { live } = started
  const { hub, clock } = deps
  if (live.signal.aborted) return
  const ready = await prepare(deps, started, call)
  if (ready.kind === 'unfit') {
    await change(deps, started, call, settledWith('failed', ready.because, clock()))
    return
  }
  // Saved before the tool runs: after a crash it shows that the tool may have run, and it never runs again (promise 3).
  if (!(await change(deps, started, call, { kind: 'started', at: clock() }))) return
  const { id: callId, chatId, messageId } = call
  const used = await runTool(deps, ready, contextOf(deps, started, call, ready.place), text => {
    live.progress.set(callId, text)
    hub.publish({ kind: 'call-progress', chatId, messageId, callId, text })
  })
  await change(deps, started, call, toSettled(used, clock()))
}

interface Ready extends OfferedTool {
  readonly kind: 'ready'
  readonly input: unknown
  readonly place: ToolPlace
}

type Prepared = Ready | { readonly kind: 'unfit'; readonly because: string }

/** Exactly what was shown and approved runs. A tool that was switched off or changed meanwhile does not. */
async function prepare({ store, toolbox }: CallDeps, { live }: CallingRun, call: Call): Promise<Prepared> {
  const { chat } = await readChat(store, live.chatId)
  const offered = await toolbox.find(chat, call.tool)
  if (offered === null) return { kind: 'unfit', because: `There is no tool ${call.tool} in this chat any more.` }
  const place = toolbox.placeOf(chat, offered, authorOf(live.chatId, { tool: call.tool, callId: call.id }))
  if ((await hashOf(call, offered, place)) !== call.hash) {
    return {
      kind: 'unfit',
      because: `The settings of the tool ${call.tool}, or what it would change, are not what they were when this call was proposed; it was not run. Look at it again first.`,
    }
  }
  const parsed = parseInput(offered, call.input)
  if (parsed.kind === 'invalid') return { kind: 'unfit', because: parsed.because }
  return { kind: 'ready', ...offered, input: parsed.input, place }
}

function contextOf({ store, clock }: CallDeps, started: CallingRun, call: Call, place: ToolPlace): ToolContext {
  const children = started.childRunsOf(call)
  const blobs: ToolBlobs = {
    async put(bytes, { name, mediaType }) {
      const blob = await blobId(bytes)
      await store.blobs.put(blob, bytes, clock())
      return { kind: 'file', blob, name, mediaType, size: bytes.length }
    },
    get: blob => store.blobs.get(blob),
  }
  const context = { ...place, callId: call.id, signal: started.live.signal, blobs }
  return children === null ? context : { ...context, children }
}

/** Saves and publishes a call's new state. False when the user denied the call meanwhile. */
async function change(deps: CallDeps, started: CallingRun, { id }: Call, state: CallState): Promise<boolean> {
  const { store, hub } = deps
  const { chatId } = started.live
  return mustWriteForRun(deps, started, async () => {
    const { call, version } = await readCall(deps, chatId, id)
    if (call.state.kind === 'denied') return false
    const changed: Call = { ...call, state }
    await store.write([started.row.check(), toCallPut(changed, version)])
    if (isSettled(state)) started.live.progress.delete(id)
    hub.publish({ kind: 'calls-changed', chatId, messageId: call.messageId, calls: [changed] })
    return true
  })
}

/** How long a tool may take to end when the run is stopped: a stop must not wait for a tool that hangs. */
const GRACE_MS = 500

/** How a tool ended; `left` means it was stopped and did not report an end. */
type Used =
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'fault' }
  | { readonly kind: 'left' }

/** Runs a tool to its end, or until the grace period ends after a stop. It does not throw: an error of the tool is a `fault`. */
async function runTool(
  { pause, log }: Pick<CallDeps, 'pause' | 'log'>,
  { tool, input }: Ready,
  context: ToolContext,
  onProgress: (text: string) => void,
): Promise<Used> {
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
      onProgress(step.value.text)
    }
  } catch (error) {
    if (signal.aborted) return { kind: 'left' }
    log.error('a tool failed', { ...facts, error })
    return { kind: 'fault' }
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function toSettled(used: Used, at: number): SettledState {
  switch (used.kind) {
    case 'result': {
      const { outcome, content, shown, drawings = [] } = used.result
      return { kind: outcome, at, content, shown, drawings }
    }
    case 'fault':
      return settledWith('failed', 'The tool broke down because of a fault of its own.', at)
    case 'left':
      return settledWith('unknown', 'It was stopped while it ran. What it had done by then is not known.', at)
  }
}
