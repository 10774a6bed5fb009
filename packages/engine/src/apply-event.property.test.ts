import { type Chat, childrenOf, isAside, type Message, type MessageId, pathOf, pathTo, treeOf } from '@stet/history'
import { chatHistories } from '@stet/history/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyEvent } from './apply-event.ts'
import type { ChatView } from './chat-view.ts'
import type { Draft } from './draft.ts'
import type { ChatEvent, Delta } from './event.ts'

interface Told {
  readonly events: readonly ChatEvent[]
  /** What a page that loads sees after this many events. */
  readonly loaded: readonly ChatView[]
}

/**
 * A chat as it is told: every message in turn, an answer as a draft as soon as what it answers stands, so that several are written at
 * once. A person's own message becomes the tip, and now and then another one.
 */
function tell(chat: Chat, messages: readonly Message[], choices: readonly number[]): Told {
  let now: Chat = { ...chat, tip: null }
  let drafts: readonly Draft[] = []
  const known: Message[] = []
  const events: ChatEvent[] = []
  const loaded: ChatView[] = [load(now, known, drafts)]

  function happened(event: ChatEvent) {
    events.push(event)
    loaded.push(load(now, known, drafts))
  }

  for (const [index, message] of messages.entries()) {
    known.push(message)
    const tip = isTip(message, choices[index % Math.max(choices.length, 1)] ?? 0) ? message.id : now.tip
    const siblings = childrenOf(treeOf(known), message.parentId).map(link => link.id)
    now = { ...now, tip }
    const ended = drafts.find(draft => draft.messageId === message.id)
    drafts = drafts.filter(draft => draft !== ended)
    happened({ kind: 'message-added', chatId: chat.id, message, siblings, tip })
    now = { ...now, activeAt: index }
    happened({ kind: 'chat-changed', chatId: chat.id, chat: now })
    if (ended !== undefined) {
      happened({ kind: 'run-ended', chatId: chat.id, runId: ended.runId, state: 'complete' })
    }
    for (const answer of messages) {
      if (answer.role !== 'assistant' || answer.parentId !== message.id) continue
      drafts = [...drafts, draftOf(answer, message.id)]
      happened({ kind: 'run-started', chatId: chat.id, draft: draftOf(answer, message.id) })
      for (const delta of deltasOf(chat, answer)) {
        drafts = drafts.map(draft => (draft.messageId === answer.id ? grown(draft, delta) : draft))
        happened(delta)
      }
    }
  }
  return { events, loaded }
}

function draftOf(answer: Message, parentId: MessageId): Draft {
  const runId = `run_${answer.id}` as const
  return { runId, messageId: answer.id, parentId, startedAt: answer.at, state: 'writing', parts: [], retry: null }
}

function deltasOf({ id: chatId }: Chat, { id: messageId }: Message): readonly Delta[] {
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

function grown(draft: Draft, delta: Delta): Draft {
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

function load(chat: Chat, messages: readonly Message[], drafts: readonly Draft[]): ChatView {
  const tree = treeOf(messages)
  const { tip } = chat
  const isAnswered = tip !== null && drafts.some(draft => draft.parentId === tip)
  const path = isAnswered ? pathTo(tree, tip) : pathOf(tree, chat)
  const siblings: Record<MessageId, readonly MessageId[]> = {}
  for (const link of path) {
    const all = isAside(link) ? [] : childrenOf(tree, link.parentId)
    if (all.length > 1) siblings[link.id] = all.map(sibling => sibling.id)
  }
  return { chat, path, earlier: false, siblings, drafts }
}

const tellings = fc
  .record({ history: chatHistories({ maxActs: 16 }), choices: fc.array(fc.nat(), { maxLength: 8 }) })
  .map(({ history, choices }) => tell(history.chat, history.messages, choices))

it('[H2] a chat that grew event by event and the same chat loaded are the same value', () => {
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
