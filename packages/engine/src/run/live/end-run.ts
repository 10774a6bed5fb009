import type { Chat } from '@stet/history'
import type { RunQuestion, Store } from '@stet/store'
import { type Operation, type Run, toCallPut } from '@stet/store'
import { asUnknown } from '../../calls/propose-calls.ts'
import type { EventHub } from '../../events/event-hub.ts'
import { readCalls } from '../../record/read-calls.ts'
import { type ChatRow, readChat } from '../../record/read-chat.ts'
import { putActive } from '../../record/update-chat.ts'
import type { WriteDeps } from '../../record/write-for-run.ts'
import { mustWriteForRun, RunLost, writeForRun } from '../../record/write-for-run.ts'
import type { Log } from '../../runtime/log.ts'
import type { Tasks } from '../../runtime/tasks.ts'
import type { RunState } from '../../view/chat-view.ts'
import { putDecided, toQuestion } from '../../view/read-questions.ts'
import type { LiveRuns, StartedRun } from './live-runs.ts'
import type { Next } from './run-loop.ts'

export interface EndDeps extends WriteDeps {
  readonly store: Store
  readonly hub: Pick<EventHub, 'publish'>
  readonly live: LiveRuns
  readonly tasks: Tasks
  readonly clock: () => number
  readonly log: Log
}

interface RunEnd {
  readonly run: Run
  readonly chat: Chat
  /** Written together with the run's row. */
  readonly operations: readonly Operation[]
}

/** The rows of a run's end: its own, and the chat's at the top of its list. */
export function toEnd({ clock }: EndDeps, { row }: StartedRun, state: RunState, chatRow: ChatRow): RunEnd {
  const endedAt = clock()
  const chat = { ...chatRow.chat, activeAt: endedAt }
  return { run: { ...row.current(), state, endedAt }, chat, operations: [putActive(chatRow, chat)] }
}

/** Ends a run without a message. */
export async function endRun(deps: EndDeps, started: StartedRun, state: RunState): Promise<Next> {
  return mustWriteForRun(deps, started, () => writeEnd(deps, started, state))
}

/** Ends a run that waits for the user to decide about a summary or the budget. It asks in place of an earlier one at the same message. */
export async function endAsking(deps: EndDeps, started: StartedRun, asks: RunQuestion): Promise<Next> {
  const { below, chatId } = started.row.current()
  return mustWriteForRun(deps, started, async () => {
    const earlier = await putDecided(deps.store, chatId, run => run.below === below)
    const next = await writeEnd(deps, started, 'waiting', { asks, operations: earlier })
    const question = toQuestion(started.row.current())
    if (question !== null) deps.hub.publish({ kind: 'question-asked', chatId, question })
    return next
  })
}

interface Asking {
  readonly asks: RunQuestion
  readonly operations: readonly Operation[]
}

/** The same for a caller that holds the chat's lock. */
export async function writeEnd(
  deps: EndDeps,
  started: StartedRun,
  state: RunState,
  asking: Asking | null = null,
): Promise<Next> {
  const { store, hub, live } = deps
  const { row } = started
  const { chatId, messageId } = row.current()
  const { run: ended, chat, operations } = toEnd(deps, started, state, await readChat(store, chatId))
  const run = asking === null ? ended : { ...ended, asks: asking.asks }
  const left = await readLeft(deps, started)
  const more = asking?.operations ?? []
  const written = await store.write([row.put(run), ...operations, ...more, ...left.map(one => one.put)])
  row.saved(run, written)
  live.remove(started.live)
  if (left.length > 0) hub.publish({ kind: 'calls-changed', chatId, messageId, calls: left.map(one => one.call) })
  hub.publish({ kind: 'chat-changed', chatId, chat })
  return { kind: 'ended', state }
}

/** Calls that were started and did not report an end: whether they took effect is unknown (promise 3). */
async function readLeft(deps: EndDeps, { row }: StartedRun) {
  const rows = await readCalls(deps, row.current().messageId)
  return rows.flatMap(({ call, version }) => {
    if (call.state.kind !== 'started') return []
    const left = asUnknown(call, deps.clock())
    return [{ call: left, put: toCallPut(left, version) }]
  })
}

/** Ends a run that cannot continue. It does not throw: an end that the store refuses is written later. */
export async function giveUpRun(deps: EndDeps, started: StartedRun, error: unknown): Promise<RunState> {
  const { runId, chatId } = started.live
  if (error instanceof RunLost && error.why === 'taken-over') {
    deps.log.warn('a run was ended by another process', { runId, chatId })
    deps.live.remove(started.live)
    return 'interrupted'
  }
  deps.log.error('a run failed', { runId, chatId, error })
  try {
    await endRun(deps, started, 'failed')
  } catch (refusal) {
    if (refusal instanceof RunLost && refusal.why === 'taken-over') return giveUpRun(deps, started, refusal)
    deps.log.error('the end of a run could not be written', { runId, chatId, error: refusal })
    deps.live.remove(started.live)
    deps.tasks.own('ending a run', async () => {
      await saveLater(deps, started, () => writeEnd(deps, started, 'failed'))
    })
  }
  return 'failed'
}

const PAUSE_MS = 10_000

/**
 * Retries until the store accepts the write, such as when there is space again, and one last time when the engine closes. Whether it did.
 */
export async function saveLater(deps: EndDeps, started: StartedRun, write: () => Promise<unknown>): Promise<boolean> {
  const { runId, chatId } = started.live
  for (let last = false; !last; ) {
    last = deps.tasks.closing.aborted
    if (!last) await deps.pause(PAUSE_MS, deps.tasks.closing)
    const wrote = await writeForRun(deps, started, write)
    if (wrote.kind === 'refused') continue
    if (wrote.kind === 'taken-over') deps.live.remove(started.live)
    return wrote.kind === 'saved'
  }
  deps.log.error('an answer is saved in the journal only', { runId, chatId })
  return false
}
