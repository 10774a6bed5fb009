import { makeId } from '@stet/history'
import { type Call, type Put, toCallPut, toMessagePut } from '@stet/store'
import { RETURN } from '@stet/tools'
import { phaseOf } from '../calls/call-phase.ts'
import type { Ended, RanCalls } from '../calls/run-calls.ts'
import { resultsIdOf, toResults } from '../calls/to-results.ts'
import type { Toolbox } from '../calls/toolbox.ts'
import { publishAdded } from '../events/publish-added.ts'
import { readCalls } from '../record/read-calls.ts'
import { readChat } from '../record/read-chat.ts'
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
export async function concludeStep(deps: ConcludeDeps, started: StartedRun, { answer, last }: RanCalls): Promise<Next> {
  return mustWriteForRun(deps, started, async () => {
    const { live, row } = started
    const rows = await readCalls(deps, row.current().messageId)
    const ended = endedIn(rows, last)
    const cut = live.cutBy()
    if (cut !== null) {
      await saveAlone(deps, started, ended)
      return writeEnd(deps, started, cut)
    }
    const calls = rows.map(({ call }) => (call.id === ended?.call.id ? ended.call : call))
    const phases = calls.map(call => phaseOf(call, answer))
    if (phases.every(phase => phase === 'settled') && !calls.some(isReturn)) {
      const id = await resultsIdOf(answer.id)
      await writeResults(deps, started, toResults(answer, calls, { id, at: deps.clock() }), ended)
      return { kind: 'step' }
    }
    await saveAlone(deps, started, ended)
    if (phases.includes('runnable')) return { kind: 'calls' }
    // What it returned to its caller is answered when the caller continues it (T6).
    return writeEnd(deps, started, phases.includes('needs-user') ? 'waiting' : 'complete')
  })
}

interface EndedRow {
  readonly call: Call
  readonly put: Put
}

/** The row of the call that ended last. Null where there is none, and where the user denied it meanwhile. */
function endedIn(rows: Awaited<ReturnType<typeof readCalls>>, last: Ended | null): EndedRow | null {
  const row = rows.find(({ call }) => call.id === last?.call.id)
  if (last === null || row === undefined || row.call.state.kind === 'denied') return null
  const call: Call = { ...row.call, state: last.state }
  return { call, put: toCallPut(call, row.version) }
}

async function saveAlone(deps: ConcludeDeps, started: StartedRun, ended: EndedRow | null): Promise<void> {
  if (ended === null) return
  await deps.store.write([started.row.check(), ended.put])
  publishEnded(deps, started, ended)
}

function publishEnded({ hub }: ConcludeDeps, { live }: StartedRun, { call }: EndedRow): void {
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
  ended: EndedRow | null,
) {
  const { chat, live, row, servesRuns } = started
  const { store, hub, randomBytes, toolbox } = deps
  const { chatId } = live
  const waiting = await takeWaiting(deps, { chatId, runs: servesRuns, below: results.id, lastSaved: results.parentId })
  const below = waiting.last ?? results.id
  const run = { ...row.current(), below, messageId: makeId('msg', randomBytes(20)) }
  const call = ended === null ? [] : [ended.put]
  const written = await store.write([...call, toMessagePut(results), ...waiting.operations, row.put(run)])
  row.saved(run, written)
  if (ended !== null) publishEnded(deps, started, ended)
  if (waiting.last !== null) toolbox.refresh(chat)
  const { tip } = (await readChat(store, chatId)).chat
  publishAdded(hub, [results, ...waiting.messages], { written, tip })
}
