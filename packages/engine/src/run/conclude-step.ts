import { makeId } from '@stet/history'
import { type Call, type Put, toMessagePut } from '@stet/store'
import { RETURN } from '@stet/tools'
import { phaseOf } from '../calls/call-phase.ts'
import type { Ended, RanCalls } from '../calls/run-calls.ts'
import { resultsIdOf, toResults } from '../calls/to-results.ts'
import type { Toolbox } from '../calls/toolbox.ts'
import { publishAdded } from '../events/publish-added.ts'
import { isSettled } from '../record/is-settled.ts'
import { readChat } from '../record/read-chat.ts'
import { type StepCalls, writeCalls } from '../record/step-calls.ts'
import { mustWriteForRun } from '../record/write-for-run.ts'
import { type EndDeps, writeEnd } from './live/end-run.ts'
import type { StartedRun } from './live/live-runs.ts'
import type { Next } from './live/run-loop.ts'
import { type TakeDeps, takeWaiting } from './request/take-waiting.ts'

interface ConcludeDeps extends EndDeps, TakeDeps {
  readonly toolbox: Pick<Toolbox, 'refresh'>
}

/**
 * Decides what follows when no tool is running: saves the results of all calls with the messages sent meanwhile, runs calls that the user
 * approved meanwhile, or ends the run because a call waits for the user. How the last call ended is saved here.
 */
export async function concludeStep(
  deps: ConcludeDeps,
  started: StartedRun,
  { answer, calls, last }: RanCalls,
): Promise<Next> {
  const { live } = started
  const write = async (): Promise<Next> => {
    // Of calls that are not settled, the user may have decided about one meanwhile.
    if (!settles(calls, last)) await calls.read(deps)
    const ended = endedIn(calls, last)
    const cut = live.cutBy()
    if (cut !== null) {
      await saveAlone(deps, started, calls, ended)
      return writeEnd(deps, started, cut)
    }
    const after = calls.rows().map(({ call }) => (call.id === ended?.id ? ended : call))
    const phases = after.map(call => phaseOf(call, answer))
    if (phases.every(phase => phase === 'settled') && !after.some(isReturn)) {
      const id = await resultsIdOf(answer.id)
      const results = toResults(answer, after, { id, at: deps.clock() })
      await writeResults(deps, started, results, ended === null ? [] : [{ call: ended, put: calls.put(ended) }])
      return { kind: 'step' }
    }
    await saveAlone(deps, started, calls, ended)
    if (phases.includes('runnable')) return { kind: 'calls' }
    // `return` ends the run; the call gets its result when the caller continues this chat (T6).
    return writeEnd(deps, started, phases.includes('needs-user') ? 'waiting' : 'complete')
  }
  return mustWriteForRun(deps, started, () => writeCalls(deps, calls, write))
}

/** Whether every call has ended, with the one that ended last. A settled call never changes. */
function settles(calls: StepCalls, last: Ended | null): boolean {
  return calls.rows().every(({ call }) => call.id === last?.call.id || isSettled(call.state))
}

/** The call that ended last, with its end. Null where there is none, and where the user denied it meanwhile. */
function endedIn(calls: StepCalls, last: Ended | null): Call | null {
  const call = last === null ? undefined : calls.find(last.call.id)?.call
  if (last === null || call === undefined || call.state.kind === 'denied') return null
  return { ...call, state: last.state }
}

async function saveAlone(deps: ConcludeDeps, started: StartedRun, calls: StepCalls, ended: Call | null): Promise<void> {
  if (ended === null) return
  calls.saved(ended, await deps.store.write([started.row.check(), calls.put(ended)]))
  publishEnded(deps, started, ended)
}

function publishEnded({ hub }: ConcludeDeps, { live }: StartedRun, call: Call): void {
  live.progress.delete(call.id)
  hub.publish({ kind: 'calls-changed', chatId: live.chatId, messageId: call.messageId, calls: [call] })
}

export function isReturn({ tool, state }: Pick<Call, 'tool' | 'state'>): boolean {
  return tool === RETURN && state.kind === 'done'
}

async function writeResults(
  deps: ConcludeDeps,
  started: StartedRun,
  results: ReturnType<typeof toResults>,
  ended: readonly { readonly call: Call; readonly put: Put }[],
) {
  const { chat, live, row, servesRuns } = started
  const { store, hub, randomBytes, toolbox } = deps
  const { chatId } = live
  const waiting = await takeWaiting(deps, { chatId, runs: servesRuns, below: results.id, lastSaved: results.parentId })
  const below = waiting.last ?? results.id
  const run = { ...row.current(), below, messageId: makeId('msg', randomBytes(20)) }
  const written = await store.write([
    ...ended.map(({ put }) => put),
    toMessagePut(results),
    ...waiting.operations,
    row.put(run),
  ])
  row.saved(run, written)
  for (const { call } of ended) publishEnded(deps, started, call)
  if (waiting.last !== null) toolbox.refresh(chat)
  const { tip } = (await readChat(store, chatId)).chat
  publishAdded(hub, [results, ...waiting.messages], { written, tip })
}
