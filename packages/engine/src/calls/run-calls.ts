import type { AssistantMessage, CallId, Chat, ChatId } from '@stet/history'
import { blobId, type Call, type CallState, type SettledState, type Store } from '@stet/store'
import type { ChildRuns, ToolBlobs, ToolContext, ToolImages, ToolPlace, ToolResult } from '@stet/tools'
import type { EventHub } from '../events/event-hub.ts'
import { isSettled } from '../record/is-settled.ts'
import { readChat } from '../record/read-chat.ts'
import { readAnswer } from '../record/read-link.ts'
import { createStepCalls, type StepCalls, writeCalls } from '../record/step-calls.ts'
import { mustWriteForRun, type WriteDeps, type WritingRun } from '../record/write-for-run.ts'
import type { Log } from '../runtime/log.ts'
import { phaseOf } from './call-phase.ts'
import { createSampling, type SamplingDeps } from './create-sampling.ts'
import { authorOf, hashOf, parseInput, settledWith } from './propose-calls.ts'
import { recallFor } from './recall.ts'
import type { OfferedTool, Toolbox } from './toolbox.ts'

interface CallDeps extends WriteDeps, SamplingDeps {
  readonly store: Store
  readonly hub: Pick<EventHub, 'publish' | 'isWatched'>
  readonly toolbox: Pick<Toolbox, 'find' | 'placeOf' | 'searchFor'>
  readonly clock: () => number
  readonly log: Log
}

/** A run whose answer makes calls. */
interface CallingRun extends WritingRun {
  /** The chat when the run started. */
  readonly chat: Chat
  readonly live: { readonly chatId: ChatId; readonly signal: AbortSignal; readonly progress: Map<CallId, string> }
  /** The child runs that a call may start. Passed in, because a child run has calls itself. */
  readonly childRunsOf: (call: Call) => ChildRuns | null
  readonly imagesOf: (call: Call) => ToolImages
}

/** How a call ended, not saved yet. */
export interface Ended {
  readonly call: Call
  readonly state: SettledState
}

/** A saved answer and its calls. */
export interface SavedStep {
  readonly answer: AssistantMessage
  readonly calls: StepCalls
}

/** A step whose calls have run. */
export interface RanCalls extends SavedStep {
  /** How the last call ended; null where none ran. */
  readonly last: Ended | null
}

/** The step of a run that continues with the calls of its answer. */
export async function readStep(deps: Pick<CallDeps, 'store' | 'log'>, { row }: WritingRun): Promise<SavedStep> {
  const { chatId, messageId } = row.current()
  const answer = await readAnswer(deps.store, chatId, messageId)
  const calls = createStepCalls(messageId, [])
  await calls.read(deps)
  return { answer, calls }
}

/**
 * Runs the runnable calls of the saved answer, all at once. Each is settled by itself, and one that fails does not stop the others. How the last
 * one ended is returned and not saved: it goes into the write of the results, which spares a commit in every step.
 */
export async function runCalls(deps: CallDeps, started: CallingRun, step: SavedStep): Promise<RanCalls> {
  const { answer, calls } = step
  const mine = calls.rows().filter(({ call }) => phaseOf(call, answer) === 'runnable')
  let running = mine.length
  const settled = await Promise.allSettled(
    mine.map(async ({ call }) => {
      const ended = await runCall(deps, started, calls, call)
      running -= 1
      if (ended === null || running === 0) return ended
      await change(deps, started, calls, call, ended.state)
      return null
    }),
  )
  const last = settled.flatMap(one => (one.status === 'fulfilled' && one.value !== null ? [one.value] : []))
  const broken = settled.find(one => one.status === 'rejected')
  if (broken === undefined) return { ...step, last: last[0] ?? null }
  for (const { call, state } of last) await change(deps, started, calls, call, state)
  throw broken.reason
}

/** Null for a call that did not run. */
async function runCall(deps: CallDeps, started: CallingRun, calls: StepCalls, call: Call): Promise<Ended | null> {
  const { live } = started
  const { hub, clock } = deps
  if (live.signal.aborted) return null
  const ready = await prepare(deps, started, call)
  if (ready.kind === 'unfit') return { call, state: settledWith('failed', ready.because, clock()) }
  // Saved before the tool runs: after a crash it shows that the tool may have run, and it never runs again (promise 3).
  if (!(await change(deps, started, calls, call, { kind: 'started', at: clock() }))) return null
  const { id: callId, chatId, messageId } = call
  const used = await runTool(deps, ready, contextOf(deps, started, call, ready), text => {
    live.progress.set(callId, text)
    hub.publish({ kind: 'call-progress', chatId, messageId, callId, text })
  })
  return { call, state: toSettled(used, clock()) }
}

interface Ready extends OfferedTool {
  readonly kind: 'ready'
  readonly input: unknown
  readonly place: ToolPlace
}

type Prepared = Ready | { readonly kind: 'unfit'; readonly because: string }

/** Only exactly what was shown and approved runs: not a tool that was switched off or changed meanwhile. */
async function prepare({ store, toolbox }: CallDeps, { live, chat: since }: CallingRun, call: Call): Promise<Prepared> {
  const { chat } = await readChat(store, live.chatId)
  const offered = await toolbox.find(chat, call.tool, since)
  if (offered === null) return { kind: 'unfit', because: `There is no tool ${call.tool} in this chat any more.` }
  const author = authorOf(live.chatId, { tool: call.tool, callId: call.id })
  const place = toolbox.placeOf(await withinCaller(store, chat), offered, author)
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

/** A directory that the user hid meanwhile is hidden from sub-agents too. */
async function withinCaller(store: Store, chat: Chat): Promise<Chat> {
  if (chat.calledBy === null) return chat
  const { roots } = (await readChat(store, chat.calledBy.chatId)).chat
  return { ...chat, roots: chat.roots.filter(root => roots.includes(root)) }
}

function contextOf(deps: CallDeps, started: CallingRun, call: Call, ready: Ready): ToolContext {
  const { store, clock, toolbox, hub } = deps
  const { chat, row, live } = started
  const { signal } = live
  const children = started.childRunsOf(call)
  const search = toolbox.searchFor(started.chat, ready)
  const blobs: ToolBlobs = {
    async put(bytes, { name, mediaType }) {
      const blob = await blobId(bytes)
      await store.blobs.put(blob, bytes, clock())
      return { kind: 'file', blob, name, mediaType, size: bytes.length }
    },
    get: blob => store.blobs.get(blob),
  }
  return {
    ...ready.place,
    callId: call.id,
    signal,
    blobs,
    recall: recallFor(store, started.chat, call),
    asksIn: chat.calledBy?.chatId ?? chat.id,
    isAttended: hub.isWatched,
    sampling: createSampling(deps, { chat, runId: row.current().id, check: row.check, call, signal }),
    ...(children && { children }),
    ...(search && { search }),
    ...(ready.tool.needs.includes('images') && { images: started.imagesOf(call) }),
  }
}

/** Saves and publishes a call's new state. False when the user denied the call meanwhile. */
async function change(
  deps: CallDeps,
  started: CallingRun,
  calls: StepCalls,
  { id }: Call,
  state: CallState,
): Promise<boolean> {
  const { store, hub } = deps
  const { chatId, progress } = started.live
  const write = async () => {
    const call = calls.find(id)?.call
    if (call === undefined) throw new Error(`the call ${id} cannot be read any more`)
    if (call.state.kind === 'denied') return false
    const changed: Call = { ...call, state }
    calls.saved(changed, await store.write([started.row.check(), calls.put(changed)]))
    if (isSettled(state)) progress.delete(id)
    hub.publish({ kind: 'calls-changed', chatId, messageId: call.messageId, calls: [changed] })
    return true
  }
  return mustWriteForRun(deps, started, () => writeCalls(deps, calls, write))
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
