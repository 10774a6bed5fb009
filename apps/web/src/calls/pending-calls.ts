import type { AnswerEnd, Call, ChatView, MessageId } from '@stet/api/client'
import { lastLink, runningRun } from '../state/chat-view.ts'

/** Calls at the end of the shown path that nothing will continue by itself (R7). */
export interface PendingCalls {
  readonly messageId: MessageId
  /** Those without a result. Empty where all have ended, and the run ended before the model read what they answered (R5). */
  readonly calls: readonly Call[]
  /** Whether some of them can be run together; the others have to be approved one by one. */
  readonly canRun: boolean
  readonly end: AnswerEnd
}

/** Null also where every call only waits to be approved: then each says so itself. */
export function pendingCalls(view: ChatView): PendingCalls | null {
  const last = lastLink(view)
  if (last?.role !== 'assistant' || runningRun(view) !== null) return null
  const made = callsOf(view, last.id)
  // A sub-agent's last call is the value it returned; only its caller continues it.
  if (made.length > 0 && made.every(isSettled)) {
    return view.chat.calledBy === null ? { messageId: last.id, calls: [], canRun: true, end: last.end } : null
  }
  const calls = made.filter(({ state }) => state.kind === 'proposed' || state.kind === 'approved')
  const canRun = calls.some(({ state, policy }) => state.kind === 'approved' || policy === 'auto')
  if (calls.length === 0 || (last.end === 'complete' && !canRun)) return null
  return { messageId: last.id, calls, canRun, end: last.end }
}

function isSettled({ state }: Call): boolean {
  return state.kind === 'done' || state.kind === 'failed' || state.kind === 'denied' || state.kind === 'unknown'
}

/** The calls at the end of the shown path that wait for a decision, in their order. */
export function waitingCalls(view: ChatView): readonly Call[] {
  const last = lastLink(view)
  if (last === null) return []
  return callsOf(view, last.id).filter(({ state, policy }) => state.kind === 'proposed' && policy !== 'auto')
}

function callsOf({ calls }: ChatView, messageId: MessageId): readonly Call[] {
  return Object.values(calls)
    .filter(call => call.messageId === messageId)
    .toSorted((one, other) => one.position - other.position)
}

export function pendingWords({ calls, canRun, end }: PendingCalls): { readonly title: string; readonly text: string } {
  if (calls.length === 0) {
    return {
      title: 'The run ended during a tool call',
      text: 'The model has not read the result. Continue, or send a message.',
    }
  }
  const one = calls.length === 1
  return {
    title: one ? '1 tool call has not run' : `${calls.length} tool calls have not run`,
    text: `${reasonWords(end)} ${waysWords(one, canRun)}`,
  }
}

function reasonWords(end: AnswerEnd): string {
  switch (end) {
    case 'length':
      return 'The answer reached its length limit.'
    case 'stopped':
      return 'You stopped the answer.'
    case 'interrupted':
      return 'The answer was interrupted.'
    case 'failed':
    case 'refused':
      return 'The answer failed.'
    case 'complete':
      return 'The run ended before them.'
  }
}

function waysWords(one: boolean, canRun: boolean): string {
  if (!canRun) return `Approve ${one ? 'it' : 'each'} above, or send a message to reject ${one ? 'it' : 'them'}.`
  return `Run ${one ? 'it' : 'them'}, or send a message to reject ${one ? 'it' : 'them'}.`
}
