import {
  announcedRoots,
  type Chat,
  childrenOf,
  environmentChange,
  isAside,
  type Message,
  type MessageId,
  pathOf,
  pathTo,
  toolCallsOf,
  treeOf,
} from '@stet/history'
import { chatHistories } from '@stet/history/testing'
import type { Call, CallState } from '@stet/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSettled } from '../record/is-settled.ts'
import { applyEvent } from './apply-event.ts'
import type { ChatView } from './chat-view.ts'
import type { Compaction } from './compaction.ts'
import { byBeginning, type Draft } from './draft.ts'
import type { ChatEvent, PartDelta, Retry } from './event.ts'

interface Told {
  readonly events: readonly ChatEvent[]
  /** What a page that loads sees after this many events. */
  readonly loaded: readonly ChatView[]
}

/**
 * A chat as events: every message in turn, an answer as a draft as soon as what it answers is saved, so that several are written at
 * once; its calls continue while others are written. The user's own message becomes the tip, and now and then another one; now and then it
 * waits first.
 */
function tell(chat: Chat, messages: readonly Message[], choices: readonly number[]): Told {
  let now: Known = {
    chat: { ...chat, tip: null },
    messages: [],
    drafts: [],
    runs: [],
    calls: [],
    progress: {},
    waiting: [],
    rootsAbove: [],
    todosAbove: [],
    compactions: [],
    questions: [],
  }
  const events: ChatEvent[] = []
  const loaded: ChatView[] = [load(now)]
  const chatId = chat.id

  function happened(event: ChatEvent, next: Partial<Known>) {
    now = { ...now, ...next }
    events.push(event)
    loaded.push(load(now))
  }

  function changeCall(call: Call, state: CallState) {
    const changed = { ...call, state }
    const calls = now.calls.map(other => (other.id === call.id ? changed : other))
    const { [call.id]: ended, ...others } = now.progress
    const left = ended !== undefined && isSettled(state) ? others : now.progress
    happened({ kind: 'calls-changed', chatId, messageId: call.messageId, calls: [changed] }, { calls, progress: left })
  }

  /** A summary is begun, continues by parts, and ends well or badly; one by hand that failed stays until the next, or is dismissed. */
  function compact(through: MessageId, choice: number) {
    const before = now.compactions.filter(({ state }) => state === 'working')
    const begun = compactionOf(through, choice)
    const { id } = begun
    happened({ kind: 'compaction-started', chatId, compaction: begun }, { compactions: [...before, begun] })
    const further = { chunk: { number: 2, of: 2 }, retry: null }
    happened(
      { kind: 'compaction-changed', chatId, id, ...further },
      { compactions: [...before, { ...begun, ...further }] },
    )
    // Some continue while events of others are published.
    if (choice % 5 === 0) return
    const trouble = choice % 2 === 0 ? null : 'the summary is empty'
    const failed = { ...begun, ...further, state: 'failed', trouble } as const
    const stays = trouble !== null && begun.by.kind === 'person'
    happened({ kind: 'compaction-ended', chatId, id, trouble }, { compactions: stays ? [...before, failed] : before })
    if (choice % 7 === 0) happened({ kind: 'compaction-dismissed', chatId, id }, { compactions: before })
  }

  for (const [index, message] of messages.entries()) {
    const choice = choices[index % Math.max(choices.length, 1)] ?? 0
    if (message.role === 'user' && choice % 3 === 0) {
      const waiting = {
        id: message.id,
        chatId,
        runId: 'run_awaited',
        below: 'msg_awaited',
        at: message.at,
        text: 'Later',
        files: [],
      } as const
      happened({ kind: 'message-waits', chatId, message: waiting }, { waiting: [...now.waiting, waiting] })
      const other = { ...waiting, id: `msg_withdrawn_${index}` } as const
      happened({ kind: 'message-waits', chatId, message: other }, { waiting: [...now.waiting, other] })
      const left = now.waiting.filter(({ id }) => id !== other.id)
      happened({ kind: 'message-withdrawn', chatId, messageId: other.id }, { waiting: left })
    }
    const tip = isTip(message, choice) ? message.id : now.chat.tip
    const ended = now.drafts.find(draft => draft.messageId === message.id)
    const known = [...now.messages, message]
    const siblings = childrenOf(treeOf(known), message.parentId).map(link => link.id)
    const calls = callsOf(message)
    happened(
      { kind: 'message-added', chatId, message, siblings, tip, ...(calls.length === 0 ? {} : { calls }) },
      {
        chat: { ...now.chat, tip },
        messages: known,
        drafts: now.drafts.filter(draft => draft !== ended),
        calls: [...now.calls, ...calls],
        waiting: now.waiting.filter(({ id }) => id !== message.id),
      },
    )
    if (choice % 3 === 1) compact(message.id, choice)
    const roots = choice % 3 === 1 ? [`/${choice % 2}`] : now.chat.roots
    const active = { ...now.chat, roots, activeAt: index }
    happened({ kind: 'chat-changed', chatId, chat: active }, { chat: active })
    for (const call of calls) {
      if (choice % 2 === 0) changeCall(call, { kind: 'approved', at: 1 })
      changeCall(call, { kind: 'started', at: 2 })
      happened(
        { kind: 'call-progress', chatId, messageId: message.id, callId: call.id, text: 'half done' },
        { progress: { ...now.progress, [call.id]: 'half done' } },
      )
      if (choice % 4 < 3) changeCall(call, { kind: 'done', at: 3, content: [], shown: null, drawings: [] })
    }
    if (ended !== undefined) {
      const { runId } = ended
      const runs = now.runs.filter(run => run.runId !== runId)
      happened({ kind: 'run-ended', chatId, runId, state: 'complete' }, { runs })
    }
    for (const answer of messages) {
      if (answer.role !== 'assistant' || answer.parentId !== message.id) continue
      const draft = draftOf(answer, message.id)
      const { runId, startedAt, messageId } = draft
      const others = now.runs
      const started = {
        drafts: [...now.drafts, draft].toSorted(byBeginning),
        runs: [...others, { runId, startedAt, messageId }],
      }
      if (choice % 2 === 0) happened({ kind: 'run-started', chatId, draft }, started)
      else {
        // It continues with the calls of the answer before.
        const run = { runId, startedAt, messageId: message.id }
        happened({ kind: 'run-resumed', chatId, run }, { runs: [...others, run] })
        happened({ kind: 'step-started', chatId, draft }, started)
      }
      for (const delta of deltasOf(chat, answer)) {
        const drafts = now.drafts.map(other => (other.messageId === answer.id ? grown(other, delta) : other))
        happened(delta, { drafts })
      }
    }
  }
  return { events, loaded }
}

/** Everything that a home knows of a chat. */
interface Known
  extends Pick<
    ChatView,
    'chat' | 'drafts' | 'runs' | 'waiting' | 'progress' | 'rootsAbove' | 'todosAbove' | 'compactions' | 'questions'
  > {
  readonly messages: readonly Message[]
  readonly calls: readonly Call[]
}

function callsOf(message: Message): readonly Call[] {
  return toolCallsOf(message).map(({ callId: id, tool, input }, position) => ({
    id,
    chatId: message.chatId,
    messageId: message.id,
    position,
    tool,
    input,
    hash: 'ab12',
    policy: 'confirm',
    shown: { title: tool, icon: 'wrench', summary: null, mayBeAlways: true, drawings: [] },
    state: { kind: 'proposed' },
  }))
}

function compactionOf(coversThrough: MessageId, choice: number): Compaction {
  return {
    id: `cmp_${coversThrough}`,
    by: choice % 4 === 0 ? { kind: 'run', runId: 'run_compacting' } : { kind: 'person' },
    startedAt: choice,
    stage: 'older',
    because: 'You asked.',
    messages: 3,
    coversThrough,
    chunk: { number: 1, of: 2 },
    retry: null,
    state: 'working',
    trouble: null,
  }
}

function draftOf(answer: Message, parentId: MessageId): Draft {
  const runId = `run_${answer.id}` as const
  const model = { definition: 'scripted', model: 'one' }
  return {
    runId,
    messageId: answer.id,
    parentId,
    startedAt: answer.at,
    model,
    state: 'writing',
    parts: [],
    retry: null,
  }
}

function deltasOf({ id: chatId }: Chat, { id: messageId }: Message): readonly (PartDelta | Retry)[] {
  const at = { chatId, messageId }
  const because = { kind: 'rate-limited', status: 429, message: 'Slower.' } as const
  return [
    { kind: 'retrying', ...at, retry: { failed: 1, at: 5, afterMs: 10, because } },
    { kind: 'retrying', ...at, retry: { failed: 2, at: 15, afterMs: 20, because } },
    { kind: 'part-started', ...at, part: 0, start: { kind: 'reasoning' } },
    { kind: 'part-delta', ...at, part: 0, at: 0, text: 'Hm \ud83d' },
    { kind: 'part-started', ...at, part: 1, start: { kind: 'text' } },
    { kind: 'part-delta', ...at, part: 0, at: 4, text: '\ude00' },
    { kind: 'part-delta', ...at, part: 1, at: 0, text: 'Yes' },
  ]
}

function grown(draft: Draft, delta: PartDelta | Retry): Draft {
  if (delta.kind === 'retrying') return { ...draft, retry: delta.retry }
  if (delta.kind === 'part-started') {
    return { ...draft, retry: null, parts: [...draft.parts, { ...delta.start, text: '' }] }
  }
  const parts = draft.parts.map((part, index) =>
    index === delta.part ? { ...part, text: part.text + delta.text } : part,
  )
  return { ...draft, parts }
}

function isTip(message: Message, choice: number): boolean {
  return message.role === 'user' || (!isAside(message) && choice % 5 === 0)
}

function load({ chat, messages, drafts, calls, ...rest }: Known): ChatView {
  const tree = treeOf(messages)
  const { tip } = chat
  const isAnswered = tip !== null && drafts.some(draft => draft.parentId === tip)
  const path = isAnswered ? pathTo(tree, tip) : pathOf(tree, chat)
  const siblings: Record<MessageId, readonly MessageId[]> = {}
  for (const link of path) {
    const all = isAside(link) ? [] : childrenOf(tree, link.parentId)
    if (all.length > 1) siblings[link.id] = all.map(sibling => sibling.id)
  }
  const shown = new Set(path.map(({ id }) => id))
  const onPath = calls.filter(({ messageId }) => shown.has(messageId))
  return {
    chat,
    path,
    earlier: false,
    siblings,
    calls: Object.fromEntries(onPath.map(call => [call.id, call])),
    drafts,
    ...rest,
    pendingEnvironment: environmentChange(announcedRoots(path) ?? [], chat.roots),
  }
}

const tellings = fc
  .record({ history: chatHistories({ maxActs: 16 }), choices: fc.array(fc.nat(), { maxLength: 8 }) })
  .map(({ history, choices }) => tell(history.chat, history.messages, choices))

it('[H2] [R6] [R10] [C12] a chat that grew event by event and the same chat loaded are the same value', () => {
  let resyncs = 0
  let steps = 0
  fc.assert(
    fc.property(tellings, ({ events, loaded }) => {
      for (const [index, event] of events.entries()) {
        const before = loaded[index]
        if (before === undefined) throw new Error('every event has a view before it')
        const after = applyEvent(before, event)
        steps += 1
        if (after === 'resync') resyncs += 1
        else expect(after).toEqual(loaded[index + 1])
      }
    }),
    { numRuns: 200 },
  )
  expect(resyncs).toBeLessThan(steps / 10)
})

it('[FE-1] events that a snapshot already contains lead to the same view, or to another snapshot', () => {
  fc.assert(
    fc.property(tellings, fc.nat(), fc.nat(), ({ events, loaded }, one, other) => {
      const [from, snapshot] = [one % loaded.length, other % loaded.length].toSorted((a, b) => a - b)
      let view = loaded[snapshot ?? 0]
      for (const event of events.slice(from)) {
        const next = view === undefined ? 'resync' : applyEvent(view, event)
        if (next === 'resync') return
        view = next
      }
      expect(view).toEqual(loaded.at(-1))
    }),
    { numRuns: 300 },
  )
})
