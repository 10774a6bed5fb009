import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deleteSubtree } from './delete-subtree.ts'
import type { MessageId } from './id.ts'
import { isAside, type Message, type Path } from './message.ts'
import { pathTo } from './path.ts'
import { addSpending, cumulativeSpending, nothingSpent, spendingOf } from './spending.ts'
import { exactCostOf, type MessageFacts } from './testing/history-builder.ts'
import { answered, asked, createHistoryBuilder, request, titled } from './testing/index.ts'
import { subtreeOf, treeOf } from './tree.ts'
import { addUsage, type CumulativeSpending, isNormalised, noUsage, type Spending, type Usage } from './usage.ts'

const some: Usage = { input: 1, cacheRead: 20, cacheWrite: 300, output: 4000, reasoning: 500, webSearches: 6 }

it('[U2] adds every figure', () => {
  const twice = { input: 2, cacheRead: 40, cacheWrite: 600, output: 8000, reasoning: 1000, webSearches: 12 }
  expect(addUsage(some, some)).toEqual(twice)
  expect(addUsage(some, noUsage)).toEqual(some)
})

it('[FP-16] takes only counts, with reasoning inside output, for usage', () => {
  expect([some, noUsage].map(isNormalised)).toEqual([true, true])
  const spoilt: readonly Usage[] = [
    { ...some, input: Number.NaN },
    { ...some, cacheRead: -1 },
    { ...some, cacheWrite: Number.POSITIVE_INFINITY },
    { ...some, output: 4000.5 },
    { ...some, reasoning: 4001 },
    { ...some, webSearches: 2 ** 53 },
  ]
  expect(spoilt.map(isNormalised)).toEqual(spoilt.map(() => false))
})

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

type Event =
  | {
      readonly kind: 'answer' | 'title' | 'summary'
      readonly place: number
      readonly input: number
      readonly copied: boolean
    }
  | { readonly kind: 'delete'; readonly place: number }

function events(): fc.Arbitrary<readonly Event[]> {
  const spend = fc.record({
    kind: fc.constantFrom('answer', 'answer', 'title', 'summary'),
    place: fc.nat({ max: 1000 }),
    input: fc.nat({ max: 5000 }),
    copied: fc.boolean(),
  })
  const remove = fc.record({ kind: fc.constant('delete'), place: fc.nat({ max: 1000 }) })
  const event = fc.oneof({ weight: 3, arbitrary: spend }, { weight: 1, arbitrary: remove })
  return fc.array(event, { maxLength: 40, size: 'max' })
}

/** A chat that things happen to, and a ledger that knows where everything was ever spent, deleted or not. */
function createLedgeredChat() {
  const builder = createHistoryBuilder()
  const deletedUnder = new Map<MessageId | null, CumulativeSpending>()
  const deletedFrom = (id: MessageId | null) => deletedUnder.get(id) ?? nothingSpent

  function remove(id: MessageId): void {
    const tree = treeOf(builder.messages())
    const subtree = subtreeOf(tree, id)
    const pathToParent = pathTo(tree, subtree[0]?.parentId ?? null)
    const deletion = { subtree, pathToParent, costOf: exactCostOf, accountingId: id, at: 0, reason: 'asked for' }
    const { remove: removed, accounting } = deleteSubtree(deletion)
    const { parentId, role, reason, removedMessages, cumulative, removed: spent } = accounting
    let lost = nothingSpent
    for (const message of subtree) {
      lost = [spendingOf(message, exactCostOf), deletedFrom(message.id)].reduce(addSpending, lost)
    }
    // Deleting an accounting message leaves another in its place: the spending it recorded stays counted.
    if (subtree[0]?.role !== 'accounting') deletedUnder.set(parentId, addSpending(deletedFrom(parentId), lost))
    builder.remove(removed)
    builder.add(parentId, { role, reason, removedMessages, cumulative, removed: spent })
  }

  function happen(event: Event): void {
    const messages = builder.messages()
    if (event.kind === 'delete') {
      const message = messages[event.place % Math.max(messages.length, 1)]
      if (message !== undefined) remove(message.id)
      return
    }
    const links = messages.filter(message => !isAside(message))
    // One place beyond the last link is that of a new root.
    const under = links[event.place % (links.length + 1)]?.id ?? null
    const copiedFrom = event.copied ? { chatId: builder.chatId, messageId: builder.ids.message() } : null
    const used = { input: event.input }
    if (under === null || event.kind === 'answer') builder.add(under, answered('!', used), { copiedFrom })
    else if (event.kind === 'title') builder.add(under, titled('a title', used), { copiedFrom })
    else {
      const facts = { parts: [], coversThrough: under, form: 'prose' as const, request: request(used) }
      builder.add(under, { role: 'summary', ...facts }, { copiedFrom })
    }
  }

  function everSpentOn(path: Path): CumulativeSpending {
    let total = deletedFrom(null)
    for (const message of path) {
      total = [spendingOf(message, exactCostOf), deletedFrom(message.id)].reduce(addSpending, total)
    }
    return total
  }

  return { builder, happen, remove, everSpentOn }
}

describe('cumulativeSpending', () => {
  it('[H7] [U2] is what the messages of the path spent, and all that was ever deleted from below them', () => {
    fc.assert(
      fc.property(events(), happened => {
        const { builder, happen, everSpentOn } = createLedgeredChat()
        for (const event of happened) happen(event)
        const tree = treeOf(builder.messages())
        for (const end of [null, ...builder.messages().filter(message => !isAside(message))]) {
          const path = pathTo(tree, end?.id ?? null)
          expect(cumulativeSpending(path, exactCostOf)).toEqual(everSpentOn(path))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('[H7] is the same on every suffix that holds the newest accounting and all that is newer', () => {
    fc.assert(
      fc.property(events(), happened => {
        const { builder, happen } = createLedgeredChat()
        for (const event of happened) happen(event)
        const tree = treeOf(builder.messages())
        for (const end of builder.messages().filter(message => !isAside(message))) {
          const path = pathTo(tree, end.id)
          const newest = path.filter(isAccounting).reduce((order, message) => Math.max(order, message.order), 0)
          if (newest === 0) continue
          const enough = path.findIndex(message => message.order >= newest)
          for (const start of path.slice(0, enough + 1).keys()) {
            expect(cumulativeSpending(path.slice(start), exactCostOf)).toEqual(cumulativeSpending(path, exactCostOf))
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  it('[H7] keeps a deletion further up that is newer than one further down', () => {
    const { builder, remove, everSpentOn } = createLedgeredChat()
    const top = builder.add(null, asked('?'))
    const retried = builder.add(top, answered('retried', { input: 1 }))
    const answer = builder.add(top, answered('!', { input: 20 }))
    remove(builder.add(answer, answered('below', { input: 300 })))
    remove(retried)
    const path = pathTo(treeOf(builder.messages()), answer)
    expect(cumulativeSpending(path, exactCostOf)).toEqual(everSpentOn(path))
    expect(cumulativeSpending(path, exactCostOf).own.usage.input).toBe(321)
  })

  it('[H7] counts a title once that older accounting contains when it is deleted alone', () => {
    const { builder, remove } = createLedgeredChat()
    const answer = builder.add(null, answered('!', { input: 1 }))
    const title = builder.add(answer, titled('a title', { input: 20 }))
    remove(builder.add(answer, answered('below', { input: 300 })))
    remove(title)
    const path = pathTo(treeOf(builder.messages()), answer)
    expect(cumulativeSpending(path, exactCostOf).own.usage.input).toBe(321)
  })

  it('[H7] counts a summary that was made after the newest accounting and hangs above it', () => {
    const { builder, remove } = createLedgeredChat()
    const top = builder.add(null, asked('?'))
    const answer = builder.add(top, answered('!', { input: 1 }))
    remove(builder.add(answer, answered('below', { input: 20 })))
    const facts = { parts: [], coversThrough: top, form: 'prose' as const, request: request({ input: 300 }) }
    builder.add(top, { role: 'summary', ...facts })
    const path = pathTo(treeOf(builder.messages()), answer)
    expect(cumulativeSpending(path, exactCostOf).own.usage.input).toBe(321)
  })
})

function isAccounting(message: Message): boolean {
  return message.role === 'accounting'
}
