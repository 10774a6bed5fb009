import type { Chat } from '@stet/history'
import { type Call, type Operation, type Run, toCallPut } from '@stet/store'
import type { RunState } from './chat-view.ts'
import type { EngineRoom } from './engine-room.ts'
import { heard } from './propose-calls.ts'
import { readCalls } from './read-calls.ts'
import { type ChatRow, readChat } from './read-chat.ts'
import type { Next } from './run-loop.ts'
import { saveLater } from './save-later.ts'
import type { StartedRun } from './started-run.ts'
import { putActive } from './update-chat.ts'
import { mustWriteForRun, RunLost } from './write-for-run.ts'

export interface RunEnd {
  readonly run: Run
  readonly chat: Chat
  /** What is written with the run. */
  readonly operations: readonly Operation[]
}

/** A run's end: its row, and the chat at the top of its list. */
export function toEnd({ clock }: EngineRoom, { row }: StartedRun, state: RunState, chatRow: ChatRow): RunEnd {
  const endedAt = clock()
  const chat = { ...chatRow.chat, activeAt: endedAt }
  return { run: { ...row.current(), state, endedAt }, chat, operations: [putActive(chatRow, chat)] }
}

/** The end of a run that has no more to say. */
export async function endRun(room: EngineRoom, started: StartedRun, state: RunState): Promise<Next> {
  return mustWriteForRun(room, started, () => writeEnd(room, started, state))
}

/** The end of a run that holds its chat already. */
export async function writeEnd(room: EngineRoom, started: StartedRun, state: RunState): Promise<Next> {
  const { store, hub, live } = room
  const { row } = started
  const { chatId, messageId } = row.current()
  const { run, chat, operations } = toEnd(room, started, state, await readChat(store, chatId))
  const left = await readLeft(room, started)
  const written = await store.write([row.put(run), ...operations, ...left.map(one => one.put)])
  row.stands(run, written)
  live.remove(started.live)
  if (left.length > 0) hub.publish({ kind: 'calls-changed', chatId, messageId, calls: left.map(one => one.call) })
  hub.publish({ kind: 'chat-changed', chatId, chat })
  return { kind: 'ended', state }
}

/** Calls that were started and of which nothing was heard: whether they did what they were to do, nobody knows (promise 3). */
async function readLeft(room: EngineRoom, { row }: StartedRun) {
  const rows = await readCalls(room, row.current().messageId)
  return rows.flatMap(({ call, version }) => {
    if (call.state.kind !== 'started') return []
    const left = asUnknown(call, room.clock())
    return [{ call: left, put: toCallPut(left, version) }]
  })
}

/** A call that was started and will not be heard of. */
export function asUnknown(call: Call, at: number): Call {
  const text =
    'It was started and then broken off. Whether it did what it was to do is not known: check before you call it again.'
  return { ...call, state: heard('unknown', text, at) }
}

/** The end of a run that cannot go on. It does not throw: an end that the store refuses is written later. */
export async function giveUpRun(room: EngineRoom, started: StartedRun, error: unknown): Promise<RunState> {
  const { runId, chatId } = started.live
  if (error instanceof RunLost && error.why === 'taken-over') {
    room.log.warn('a run was ended by another process', { runId, chatId })
    room.live.remove(started.live)
    return 'interrupted'
  }
  room.log.error('a run failed', { runId, chatId, error })
  try {
    await endRun(room, started, 'failed')
  } catch (refusal) {
    if (refusal instanceof RunLost && refusal.why === 'taken-over') return giveUpRun(room, started, refusal)
    room.log.error('the end of a run could not be written', { runId, chatId, error: refusal })
    room.live.remove(started.live)
    room.tasks.own('ending a run', async () => {
      await saveLater(room, started, () => writeEnd(room, started, 'failed'))
    })
  }
  return 'failed'
}
