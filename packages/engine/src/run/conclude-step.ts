import { makeId } from '@stet/history'
import { toMessagePut } from '@stet/store'
import { turnOf } from '../calls/call-turn.ts'
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
 * What follows when no tool is at work: the results of all calls in one write, with what was sent meanwhile; the calls that a person
 * approved meanwhile; or the run's end, because one of them waits for a person.
 */
export async function concludeStep(deps: EndDeps & TakeDeps, started: StartedRun): Promise<Next> {
  return mustWriteForRun(deps, started, async () => {
    const { live, row } = started
    const { chatId, messageId } = row.current()
    const cut = live.cutBy()
    if (cut !== null) return writeEnd(deps, started, cut)
    const answer = await readAnswer(deps.store, chatId, messageId)
    const calls = (await readCalls(deps, messageId)).map(({ call }) => call)
    const turns = calls.map(call => turnOf(call, answer))
    if (turns.includes('run')) return { kind: 'calls' }
    if (turns.includes('person')) return writeEnd(deps, started, 'waiting')
    const id = await resultsIdOf(answer.id)
    await writeResults(deps, started, toResults(answer, calls, { id, at: deps.clock() }))
    return { kind: 'step' }
  })
}

async function writeResults(
  deps: EndDeps & TakeDeps,
  { live, row, takesFor }: StartedRun,
  results: ReturnType<typeof toResults>,
) {
  const { store, hub, randomBytes } = deps
  const { chatId } = live
  const waiting = await takeWaiting(deps, { chatId, runs: takesFor, below: results.id, stands: results.parentId })
  const below = waiting.last ?? results.id
  const run = { ...row.current(), below, messageId: makeId('msg', randomBytes(20)) }
  const written = await store.write([toMessagePut(results), ...waiting.operations, row.put(run)])
  row.stands(run, written)
  const { tip } = (await readChat(store, chatId)).chat
  publishAdded(hub, [results, ...waiting.messages], { written, tip })
}
