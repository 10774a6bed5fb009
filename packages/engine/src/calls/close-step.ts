import { type AnswerEnd, type ChatId, type MessageId, type NewMessage, toolCallsOf } from '@stet/history'
import { type Call, type Operation, readChildren, type Store, toCallPut, toMessagePut } from '@stet/store'
import { isSettled } from '../record/is-settled.ts'
import { readCalls } from '../record/read-calls.ts'
import { readLink } from '../record/read-link.ts'
import type { Log } from '../runtime/log.ts'
import { asUnknown, settledWith } from './propose-calls.ts'
import { resultsIdOf, toResults } from './to-results.ts'

/** The messages to write before a new message can be added, and the parent to add it to. */
export interface ClosedStep {
  readonly calls: readonly Call[]
  readonly messages: readonly NewMessage[]
  readonly operations: readonly Operation[]
  readonly last: MessageId | null
}

interface Place {
  readonly chatId: ChatId
  readonly parentId: MessageId | null
  readonly at: number
}

/** Closes the previous step: calls without a result are rejected, each with the real reason, as every provider requires (R7, FP-14). */
export async function closeStep(
  deps: { readonly store: Store; readonly log: Log },
  { chatId, parentId, at }: Place,
): Promise<ClosedStep> {
  const { store } = deps
  const answer = parentId === null ? null : await readLink(store, chatId, parentId)
  const open = answer?.role === 'assistant' && toolCallsOf(answer).length > 0 && !(await isAnswered(deps, answer))
  if (!open) return { calls: [], messages: [], operations: [], last: parentId }
  const rows = (await readCalls(deps, answer.id)).map(({ call, version }) => ({
    version,
    before: call,
    call: rejected(call, answer.end, at),
  }))
  const results = toResults(
    answer,
    rows.map(({ call }) => call),
    { id: await resultsIdOf(answer.id), at },
  )
  const changed = rows.filter(({ before, call }) => before !== call)
  return {
    calls: changed.map(({ call }) => call),
    messages: [results],
    operations: [...changed.map(({ call, version }) => toCallPut(call, version)), toMessagePut(results)],
    last: results.id,
  }
}

/** Whether the results of an answer's calls are saved. */
export async function isAnswered(
  { store }: { readonly store: Store },
  { id, chatId }: { readonly id: MessageId; readonly chatId: ChatId },
): Promise<boolean> {
  return (await readChildren(store, chatId, id)).some(({ role }) => role === 'tool-results')
}

function rejected(call: Call, end: AnswerEnd, at: number): Call {
  if (isSettled(call.state)) return call
  if (call.state.kind === 'started') return asUnknown(call, at)
  return { ...call, state: settledWith('denied', reasonFor(end), at) }
}

function reasonFor(end: AnswerEnd): string {
  switch (end) {
    case 'length':
      return 'Token limit reached, ask user to continue'
    case 'stopped':
      return 'Not run: the user stopped the answer that asked for it.'
    case 'interrupted':
      return 'Not run: the answer that asked for it was interrupted.'
    case 'failed':
    case 'refused':
      return 'Not run: the answer that asked for it failed.'
    case 'complete':
      return 'Not run: the user went on without it.'
  }
}
