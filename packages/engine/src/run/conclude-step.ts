import { makeId } from '@stet/history'
import { toMessagePut } from '@stet/store'
import { phaseOf } from '../calls/call-phase.ts'
import { resultsIdOf, toResults } from '../calls/to-results.ts'
import { publishAdded } from '../events/publish-added.ts'
import { readCalls } from '../record/read-calls.ts'
import { readChat } from '../record/read-chat.ts'
import { readAnswer } from '../record/read-link.ts'
import { mustWriteForRun } from '../record/write-for-run.ts'
import { type EndDeps, writeEnd } from './end-run.ts'
import type { StartedRun } from './live-runs.ts'
import type { Next } from './run-loop.ts'
import { type TakeDeps, takeWaiting } from './take-waiting.ts'

/**
 * Decides what follows when no tool is running: saves the results of all calls with the messages sent meanwhile, runs calls that the user
 * approved meanwhile, or ends the run because a call waits for the user.
 */
export async function concludeStep(deps: EndDeps & TakeDeps, started: StartedRun): Promise<Next> {
  return mustWriteForRun(deps, started, async () => {
    const { live, row } = started
    const { chatId, messageId } = row.current()
    const cut = live.cutBy()
    if (cut !== null) return writeEnd(deps, started, cut)
    const answer = await readAnswer(deps.store, chatId, messageId)
    const calls = (await readCalls(deps, messageId)).map(({ call }) => call)
    const phases = calls.map(call => phaseOf(call, answer))
    if (phases.includes('runnable')) return { kind: 'calls' }
    if (phases.includes('needs-user')) return writeEnd(deps, started, 'waiting')
    const id = await resultsIdOf(answer.id)
    await writeResults(deps, started, toResults(answer, calls, { id, at: deps.clock() }))
    return { kind: 'step' }
  })
}

async function writeResults(
  deps: EndDeps & TakeDeps,
  { live, row, servesRuns }: StartedRun,
  results: ReturnType<typeof toResults>,
) {
  const { store, hub, randomBytes } = deps
  const { chatId } = live
  const waiting = await takeWaiting(deps, { chatId, runs: servesRuns, below: results.id, lastSaved: results.parentId })
  const below = waiting.last ?? results.id
  const run = { ...row.current(), below, messageId: makeId('msg', randomBytes(20)) }
  const written = await store.write([toMessagePut(results), ...waiting.operations, row.put(run)])
  row.saved(run, written)
  const { tip } = (await readChat(store, chatId)).chat
  publishAdded(hub, [results, ...waiting.messages], { written, tip })
}
