import type { CallId, Message } from '@stet/history'
import type { Call, CallState } from '@stet/store'
import { isSettled } from '../record/is-settled.ts'
import type { Calls, ChatView } from './chat-view.ts'
import type { CallProgress, Fact } from './event.ts'

/** Calls of a shown answer. A call's state only moves forward: an older state than the view's changes nothing. */
export function applyCalls(view: ChatView, { messageId, calls }: Extract<Fact, { kind: 'calls-changed' }>): ChatView {
  const progress = withoutEnded(view.progress, calls)
  if (!view.path.some(message => message.id === messageId)) return { ...view, progress }
  return { ...view, progress, calls: withCalls(view.calls, calls) }
}

export function withCalls(known: Calls, calls: readonly Call[]): Calls {
  const news = calls.filter(({ id, state }) => {
    const before = known[id]
    return before === undefined || rankOf(before.state) < rankOf(state)
  })
  return news.length === 0 ? known : { ...known, ...Object.fromEntries(news.map(call => [call.id, call])) }
}

/** The calls of the messages on the path. */
export function callsOn(path: readonly Message[], calls: Calls): Calls {
  const shown = new Set(path.map(({ id }) => id))
  const all = Object.entries(calls)
  const left = all.filter(([, { messageId }]) => shown.has(messageId))
  return left.length === all.length ? calls : Object.fromEntries(left)
}

/** The progress of a running tool; that of a call that has ended is ignored. */
export function applyProgress(view: ChatView, { callId, text }: CallProgress): ChatView {
  const state = view.calls[callId]?.state
  return state !== undefined && isSettled(state) ? view : { ...view, progress: { ...view.progress, [callId]: text } }
}

function withoutEnded(progress: ChatView['progress'], calls: readonly Call[]): ChatView['progress'] {
  const ended = new Set<CallId>(calls.filter(({ state }) => isSettled(state)).map(({ id }) => id))
  const all = Object.entries(progress)
  const left = all.filter(([id]) => ![...ended].some(other => other === id))
  return left.length === all.length ? progress : Object.fromEntries(left)
}

function rankOf(state: CallState): number {
  if (isSettled(state)) return 3
  return { proposed: 0, approved: 1, started: 2 }[state.kind]
}
