import { expect, it } from 'vitest'
import type { Message } from './message.ts'
import { addSpending, nothingSpent, spendingOf } from './spending.ts'
import {
  answered,
  asked,
  createHistoryBuilder,
  exactCostOf,
  type MessageFacts,
  request,
  titled,
} from './testing/index.ts'
import { noUsage, type Spending } from './usage.ts'

const used = { input: 256 }
const spent: Spending = { usage: { ...noUsage, input: 256 }, cost: { usd: 1, reliable: true } }

function stored(facts: MessageFacts, copied = false): Message {
  const builder = createHistoryBuilder()
  const copiedFrom = copied ? { chatId: builder.chatId, messageId: builder.ids.message() } : null
  builder.add(null, facts, { copiedFrom })
  const [message] = builder.messages()
  if (message === undefined) throw new Error('nothing was stored')
  return message
}

it('[U2] counts answers, titles and summaries, and nothing that made no request', () => {
  const coversThrough = createHistoryBuilder().ids.message()
  const summary: MessageFacts = { role: 'summary', parts: [], coversThrough, form: 'prose', request: request(used) }
  const own = (facts: MessageFacts) => spendingOf(stored(facts), exactCostOf)
  expect(own(answered('!', used))).toEqual({ ...nothingSpent, own: spent })
  expect(own(titled('a title', used))).toEqual({ ...nothingSpent, own: spent })
  expect(own(summary)).toEqual({ ...nothingSpent, own: spent })
  expect(own({ ...summary, form: 'truncated', request: null })).toEqual(nothingSpent)
  expect(own(asked('?'))).toEqual(nothingSpent)
})

it('[U2] shows what a fork copied as inherited', () => {
  expect(spendingOf(stored(answered('!', used), true), exactCostOf)).toEqual({ ...nothingSpent, inherited: spent })
})

it('[U3] is unreliable as soon as a part of it is, own and inherited apart', () => {
  const unknown = spendingOf(stored(answered('!', null)), exactCostOf)
  const known = spendingOf(stored(answered('!', used), true), exactCostOf)
  expect(addSpending(known, unknown)).toEqual({
    own: { usage: noUsage, cost: { usd: 0, reliable: false } },
    inherited: spent,
  })
})

it('[U3] claims no reliable figure for a message that cannot be read', () => {
  const { own } = spendingOf(stored({ role: 'unreadable', because: 'its seal is broken' }), exactCostOf)
  expect(own.cost).toEqual({ usd: 0, reliable: false })
})
