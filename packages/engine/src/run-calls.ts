import { toolCallsOf } from '@stet/history'
import { type Call, type CallState, type SettledState, toCallPut } from '@stet/store'
import type { ToolContext } from '@stet/tools'
import { turnOf } from './call-turn.ts'
import { carryOut, type Used } from './carry-out.ts'
import type { EngineRoom } from './engine-room.ts'
import type { Delta } from './event.ts'
import { isSettled } from './is-settled.ts'
import { mergeGenerators } from './merge-generators.ts'
import { hashOf, heard, parseInput } from './propose-calls.ts'
import { readAnswer } from './read-answer.ts'
import { readCall, readCalls } from './read-calls.ts'
import { readChat } from './read-chat.ts'
import type { StartedRun } from './started-run.ts'
import type { OfferedTool } from './toolbox.ts'
import { mustWriteForRun } from './write-for-run.ts'

/** Runs the calls of the answer that stands, as many as may run, all at once: each is settled by itself. */
export async function* runCalls(room: EngineRoom, started: StartedRun): AsyncGenerator<Delta, void> {
  const { chatId, messageId } = started.row.current()
  const answer = await readAnswer(room.store, chatId, messageId)
  const rows = toolCallsOf(answer).length === 0 ? [] : await readCalls(room, messageId)
  const mine = rows.filter(({ call }) => turnOf(call, answer) === 'run')
  yield* mergeGenerators(mine.map(({ call }) => runCall(room, started, call)))
}

async function* runCall(room: EngineRoom, started: StartedRun, call: Call): AsyncGenerator<Delta, void> {
  const { live } = started
  if (live.signal.aborted) return
  const ready = await prepare(room, started, call)
  if (ready.kind === 'unfit') {
    await change(room, started, call, heard('failed', ready.because, room.clock()))
    return
  }
  // Written before the tool runs: after a crash it tells that the tool may have run, and nothing runs it again (promise 3).
  if (!(await change(room, started, call, { kind: 'started', at: room.clock() }))) return
  const using = carryOut({
    ...ready,
    pause: room.pause,
    log: room.log,
    context: contextOf(room, started, call, ready.options),
  })
  for (;;) {
    const step = await using.next()
    if (step.done === true) {
      await change(room, started, call, toSettled(step.value, room.clock()))
      return
    }
    live.progress.set(call.id, step.value.text)
    const { id: callId, chatId, messageId } = call
    yield { kind: 'call-progress', chatId, messageId, callId, text: step.value.text }
  }
}

type Prepared =
  | ({ readonly kind: 'ready'; readonly input: unknown } & OfferedTool)
  | { readonly kind: 'unfit'; readonly because: string }

/** What runs is what was shown and approved, to the letter; a tool that was switched off or set otherwise meanwhile does not run. */
async function prepare({ store, toolbox }: EngineRoom, { live }: StartedRun, call: Call): Promise<Prepared> {
  const { chat } = await readChat(store, live.chatId)
  const offered = toolbox.find(chat, call.tool)
  if (offered === null) return { kind: 'unfit', because: `There is no tool ${call.tool} in this chat any more.` }
  if ((await hashOf(call, offered)) !== call.hash) {
    return {
      kind: 'unfit',
      because: `The tool ${call.tool} was set otherwise after this call was proposed; it was not run.`,
    }
  }
  const parsed = parseInput(offered, call.input)
  if (parsed.kind === 'invalid') return { kind: 'unfit', because: parsed.because }
  return { kind: 'ready', ...offered, input: parsed.input }
}

function contextOf(room: EngineRoom, started: StartedRun, call: Call, options: OfferedTool['options']): ToolContext {
  const { id: callId, chatId } = call
  const children = room.childRunsOf(started, call)
  const context = { chatId, callId, options, signal: started.live.signal }
  return children === null ? context : { ...context, children }
}

/** Whether the call was still the run's to change. */
async function change(room: EngineRoom, started: StartedRun, { id }: Call, state: CallState): Promise<boolean> {
  const { store, hub } = room
  const { chatId } = started.live
  return mustWriteForRun(room, started, async () => {
    const { call, version } = await readCall(room, chatId, id)
    if (call.state.kind === 'denied') return false
    const changed: Call = { ...call, state }
    await store.write([started.row.check(), toCallPut(changed, version)])
    if (isSettled(state)) started.live.progress.delete(id)
    hub.publish({ kind: 'calls-changed', chatId, messageId: call.messageId, calls: [changed] })
    return true
  })
}

function toSettled(used: Used, at: number): SettledState {
  switch (used.kind) {
    case 'result': {
      const { outcome, content, shown } = used.result
      return { kind: outcome, at, content, shown }
    }
    case 'fault':
      return heard('failed', 'The tool broke down because of a fault of its own.', at)
    case 'left':
      return heard('unknown', 'It was stopped while it ran. What it had done by then is not known.', at)
  }
}
