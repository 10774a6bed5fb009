import { type Chat, childrenOf, isAside, type Message, type MessageId, pathOf, treeOf } from '@stet/history'
import { chatHistories } from '@stet/history/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyEvent } from './apply-event.ts'
import type { ChatView } from './chat-view.ts'
import type { ChatEvent } from './event.ts'

interface Told {
  readonly events: readonly ChatEvent[]
  /** What a page that loads sees after this many events. */
  readonly loaded: readonly ChatView[]
}

/** A chat as it is told: every message in turn; a person's own message, and now and then another one, becomes the tip. */
function tell(chat: Chat, messages: readonly Message[], choices: readonly number[]): Told {
  let now: Chat = { ...chat, tip: null }
  const known: Message[] = []
  const events: ChatEvent[] = []
  const loaded: ChatView[] = [load(now, known)]
  for (const [index, message] of messages.entries()) {
    known.push(message)
    const tip = isTip(message, choices[index % Math.max(choices.length, 1)] ?? 0) ? message.id : now.tip
    const siblings = childrenOf(treeOf(known), message.parentId).map(link => link.id)
    now = { ...now, tip }
    events.push({ kind: 'message-added', chatId: chat.id, message, siblings, tip })
    loaded.push(load(now, known))
    now = { ...now, activeAt: index }
    events.push({ kind: 'chat-changed', chatId: chat.id, chat: now })
    loaded.push(load(now, known))
  }
  return { events, loaded }
}

function isTip(message: Message, choice: number): boolean {
  return message.role === 'user' || (!isAside(message) && choice % 5 === 0)
}

function load(chat: Chat, messages: readonly Message[]): ChatView {
  const tree = treeOf(messages)
  const path = pathOf(tree, chat)
  const siblings: Record<MessageId, readonly MessageId[]> = {}
  for (const link of path) {
    const all = isAside(link) ? [] : childrenOf(tree, link.parentId)
    if (all.length > 1) siblings[link.id] = all.map(sibling => sibling.id)
  }
  return { chat, path, earlier: false, siblings, drafts: [] }
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
