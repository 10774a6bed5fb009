import type {
  ActiveRun,
  AnswerEnd,
  AssistantMessage,
  Call,
  CallId,
  ChatView,
  Draft,
  Message,
  MessageId,
  RunId,
} from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { runningRun } from '../state/chat-view.ts'
import { emptyView } from '../testing/empty-view.ts'
import { phaseOf } from './call-phase.ts'
import { pendingCalls, pendingWords, waitingCalls } from './pending-calls.ts'

const stored = { chatId: 'chat_a', order: 1, at: 0, copiedFrom: null } as const
const user: Message = { ...stored, id: 'msg_u', parentId: null, role: 'user', parts: [] }
const results: Message = { ...stored, id: 'msg_r', parentId: 'msg_a', role: 'tool-results', parts: [] }

function answer(end: AnswerEnd): AssistantMessage {
  return {
    ...stored,
    id: 'msg_a',
    parentId: 'msg_u',
    role: 'assistant',
    parts: [],
    runId: 'run_a',
    end,
    native: null,
    durationMs: 1,
    origin: { definition: 'demo', protocol: 'demo', model: 'demo' },
    requestId: null,
    rawUsage: null,
    usage: null,
  }
}

function call(id: CallId, facts: Pick<Call, 'state' | 'policy'>): Call {
  const shown = { title: 'To-do list', icon: 'list-checks', summary: null, mayBeAlways: true, drawings: [] }
  const fixed = { chatId: 'chat_a', messageId: 'msg_a', tool: 'write_todo', input: '{}', hash: 'h' } as const
  return { id, ...fixed, position: id === 'call_a' ? 0 : 1, shown, ...facts }
}

const proposed = { kind: 'proposed' } as const
const auto = (id: CallId) => call(id, { state: proposed, policy: 'auto' })
const asks = (id: CallId) => call(id, { state: proposed, policy: 'confirm' })
const approved = (id: CallId) => call(id, { state: { kind: 'approved', at: 1 }, policy: 'confirm' })
const done = (id: CallId) =>
  call(id, { state: { kind: 'done', at: 1, content: [], shown: null, drawings: [] }, policy: 'auto' })

function view(
  path: readonly Message[],
  calls: readonly Call[],
  { runs = [], drafts = [] }: { readonly runs?: readonly ActiveRun[]; readonly drafts?: readonly Draft[] } = {},
): ChatView {
  return {
    ...emptyView(),
    path,
    calls: Object.fromEntries(calls.map(each => [each.id, each])),
    runs,
    drafts,
  }
}

const at = (runId: RunId, messageId: MessageId): ActiveRun => ({ runId, startedAt: 0, messageId })

const draft: Draft = {
  runId: 'run_b',
  messageId: 'msg_d',
  parentId: 'msg_u',
  startedAt: 0,
  model: { definition: 'demo', model: 'demo' },
  state: 'writing',
  parts: [],
  retry: null,
}

describe('runningRun', () => {
  it('[R10] is the run that writes on the shown path', () => {
    expect(runningRun(view([user], [], { runs: [at('run_b', 'msg_d')], drafts: [draft] }))).toBe('run_b')
    expect(runningRun(view([user], [], { drafts: [{ ...draft, state: 'unsaved' }] }))).toBe(null)
  })

  it('[R6] is the run that made the calls, or the one that a decision started', () => {
    const path = [user, answer('complete')]
    expect(runningRun(view(path, [auto('call_a')], { runs: [at('run_a', 'msg_a')] }))).toBe('run_a')
    expect(runningRun(view(path, [approved('call_a')], { runs: [at('run_c', 'msg_a')] }))).toBe('run_c')
    expect(runningRun(view([...path, results], [done('call_a')], { runs: [at('run_c', 'msg_a')] }))).toBe('run_c')
  })

  it('[FU-8] is none where only another branch has a run, and never that of another branch', () => {
    const elsewhere: Draft = { ...draft, parentId: 'msg_elsewhere' }
    const path = [user, answer('complete')]
    const other = at('run_b', 'msg_d')
    expect(runningRun(view(path, [approved('call_a')], { runs: [other], drafts: [elsewhere] }))).toBe(null)
    expect(runningRun(view(path, [asks('call_a')], { runs: [at('run_c', 'msg_elsewhere')] }))).toBe(null)
    const both = [at('run_c', 'msg_a'), at('run_d', 'msg_elsewhere')]
    expect(runningRun(view(path, [approved('call_a')], { runs: both }))).toBe('run_c')
  })
})

describe('pendingCalls', () => {
  it('[R7] are those of an answer that did not reach its own end', () => {
    const pending = pendingCalls(view([user, answer('length')], [asks('call_b'), auto('call_a')]))
    expect(pending).toEqual({
      messageId: 'msg_a',
      calls: [auto('call_a'), asks('call_b')],
      canRun: true,
      end: 'length',
    })
    expect(pending && pendingWords(pending)).toEqual({
      title: '2 tool calls have not run',
      text: 'The answer reached its length limit. Run them, or send a message to reject them.',
    })
  })

  it('[R7] are those that a run left behind, and not those that it is about to run', () => {
    const path = [user, answer('complete')]
    expect(pendingCalls(view(path, [approved('call_a')]))?.canRun).toBe(true)
    expect(pendingCalls(view(path, [auto('call_a')], { runs: [at('run_a', 'msg_a')] }))).toBe(null)
  })

  it('[R6] are none where each call only waits to be approved', () => {
    const waits = view([user, answer('complete')], [asks('call_b'), asks('call_a'), done('call_c')])
    expect(pendingCalls(waits)).toBe(null)
    expect(waitingCalls(waits)).toEqual([asks('call_a'), asks('call_b')])
  })

  it('[R7] can only be approved one by one where none runs by itself', () => {
    const pending = pendingCalls(view([user, answer('stopped')], [asks('call_a')]))
    expect(pending && pendingWords(pending)).toEqual({
      title: '1 tool call has not run',
      text: 'You stopped the answer. Approve it above, or send a message to reject it.',
    })
  })

  it('[R5] are none where all have ended before the model read the results: then the run can be continued', () => {
    const unknown = call('call_a', {
      state: { kind: 'unknown', at: 1, content: [], shown: null, drawings: [] },
      policy: 'auto',
    })
    const path = [user, answer('complete')]
    const broken = view(path, [unknown, done('call_b')])
    const pending = pendingCalls(broken)
    expect(pending).toEqual({ messageId: 'msg_a', calls: [], canRun: true, end: 'complete' })
    expect(pending && pendingWords(pending)).toEqual({
      title: 'The run ended during a tool call',
      text: 'The model has not read the result. Continue, or send a message.',
    })
    expect(pendingCalls(view(path, [unknown, done('call_b')], { runs: [at('run_a', 'msg_a')] }))).toBe(null)
    const called = { ...broken, chat: { ...broken.chat, calledBy: { chatId: 'chat_b', callId: 'call_c' } } } as const
    expect(pendingCalls(called)).toBe(null)
  })

  it('[R7] are none once they are answered', () => {
    expect(pendingCalls(view([user, answer('length'), results], [auto('call_a')]))).toBe(null)
  })
})

describe('phaseOf', () => {
  it('[R6] goes from the words of the model to what became of the call', () => {
    const running = call('call_a', { state: { kind: 'started', at: 1 }, policy: 'auto' })
    const known = (each: Call | undefined) => phaseOf({ writing: false, call: each, outcome: undefined })
    expect([
      phaseOf({ writing: true, call: undefined, outcome: undefined }),
      ...[undefined, auto('call_a'), asks('call_a'), approved('call_a'), running, done('call_a')].map(known),
    ]).toEqual(['writing', 'not-run', 'held', 'waiting', 'approved', 'running', 'done'])
  })

  it('[T1] believes the record where the call itself is gone or behind', () => {
    expect(phaseOf({ writing: false, call: undefined, outcome: 'unknown' })).toBe('unknown')
    expect(phaseOf({ writing: false, call: asks('call_a'), outcome: 'denied' })).toBe('denied')
  })
})
