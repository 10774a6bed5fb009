import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chat } from './chat.ts'
import { deleteSubtree, withoutMessages } from './delete-subtree.ts'
import type { MessageId } from './id.ts'
import { pathTo } from './path.ts'
import { nothingSpent } from './spending.ts'
import { exactCostOf } from './testing/history-builder.ts'
import { answered, asked, chatHistories, createHistoryBuilder, titled } from './testing/index.ts'
import { subtreeOf, treeOf } from './tree.ts'
import { noUsage } from './usage.ts'

function deletionOf(builder: ReturnType<typeof createHistoryBuilder>, id: MessageId) {
  const tree = treeOf(builder.messages())
  const subtree = subtreeOf(tree, id)
  const pathToParent = pathTo(tree, subtree[0]?.parentId ?? null)
  const accountingId = builder.ids.message()
  return { subtree, pathToParent, costOf: exactCostOf, accountingId, at: 42, reason: 'asked for' }
}

function spentOn(input: number) {
  return { ...nothingSpent, own: { usage: { ...noUsage, input }, cost: { usd: input / 256, reliable: true } } }
}

describe('deleteSubtree', () => {
  it('[H7] takes a message and all below it, and leaves on the parent what was spent', () => {
    const builder = createHistoryBuilder()
    const question = builder.add(null, asked('?'))
    const kept = builder.add(question, answered('kept', { input: 1 }))
    const next = builder.add(kept, asked('next'))
    const one = builder.add(next, answered('one', { input: 20 }))
    const title = builder.add(one, titled('a title', { input: 300 }))
    const other = builder.add(next, answered('other', { input: 4000 }))
    const deletion = deletionOf(builder, next)
    const { remove, accounting } = deleteSubtree(deletion)
    expect([...remove].sort()).toEqual([next, one, title, other].sort())
    expect(accounting).toEqual({
      id: deletion.accountingId,
      chatId: builder.chatId,
      parentId: kept,
      at: 42,
      copiedFrom: null,
      role: 'accounting',
      reason: 'asked for',
      removedMessages: 4,
      cumulative: spentOn(4321),
      removed: spentOn(4320),
    })
  })

  it('[H7] a deleted root leaves accounting without a parent, which the next one contains', () => {
    const builder = createHistoryBuilder()
    const first = builder.add(null, answered('first', { input: 1 }))
    const second = builder.add(null, answered('second', { input: 20 }))
    const deletion = deleteSubtree(deletionOf(builder, first))
    builder.remove(deletion.remove)
    const { role, reason, removedMessages, cumulative, removed } = deletion.accounting
    builder.add(deletion.accounting.parentId, { role, reason, removedMessages, cumulative, removed })
    const { accounting } = deleteSubtree(deletionOf(builder, second))
    expect({ parentId: accounting.parentId, cumulative: accounting.cumulative, removed: accounting.removed }).toEqual({
      parentId: null,
      cumulative: spentOn(21),
      removed: spentOn(20),
    })
  })

  it('[H7] counts an aside that is deleted alone once', () => {
    const builder = createHistoryBuilder()
    const question = builder.add(null, asked('?'))
    const title = builder.add(question, titled('a title', { input: 5 }))
    const { remove, accounting } = deleteSubtree(deletionOf(builder, title))
    expect(remove).toEqual([title])
    expect(accounting.cumulative).toEqual(spentOn(5))
  })

  it('refuses a path that does not lead to the parent', () => {
    const builder = createHistoryBuilder()
    const question = builder.add(null, asked('?'))
    const answer = builder.add(question, answered('!'))
    const deletion = { ...deletionOf(builder, answer), pathToParent: [] }
    expect(() => deleteSubtree(deletion)).toThrow(
      `message ${answer} has the parent ${question}, but the path ends at null`,
    )
    expect(() => deleteSubtree({ ...deletion, subtree: [] })).toThrow('nothing to delete')
  })
})

describe('withoutMessages', () => {
  it('[H7] drops every reference to a deleted message, and moves the tip to the parent', () => {
    const { ids } = createHistoryBuilder()
    const [parent, gone, kept, checkpoint] = [ids.message(), ids.message(), ids.message(), ids.message()]
    const chat: Pick<Chat, 'tip' | 'recentTips' | 'marks' | 'lifts' | 'checkpointSteps'> = {
      tip: gone,
      recentTips: [kept, gone],
      marks: [
        { kind: 'pinned', messageId: gone },
        { kind: 'left-out', messageId: kept },
      ],
      lifts: [
        { checkpoint, below: gone, automaticCompaction: 'off' },
        { checkpoint: gone, below: kept, automaticCompaction: 'off' },
        { checkpoint, below: kept, automaticCompaction: 'on' },
      ],
      checkpointSteps: {
        done: [
          { kind: 'summarise', made: { id: gone, parentId: kept }, lifts: [], prompt: null },
          {
            kind: 'lift',
            made: null,
            lifts: [{ checkpoint: gone, below: kept, automaticCompaction: 'on' }],
            prompt: null,
          },
        ],
        undone: [],
      },
    }
    expect(withoutMessages(chat, [gone], parent)).toEqual({
      tip: parent,
      recentTips: [kept],
      marks: [{ kind: 'left-out', messageId: kept }],
      lifts: [{ checkpoint, below: kept, automaticCompaction: 'on' }],
      checkpointSteps: { done: [{ kind: 'lift', made: null, lifts: [], prompt: null }], undone: [] },
    })
    expect(withoutMessages({ ...chat, tip: kept }, [gone], parent).tip).toBe(kept)
  })

  it('[H7] leaves a chat that refers only to messages that are there', () => {
    fc.assert(
      fc.property(chatHistories(), fc.nat(), ({ chat, messages }, pick) => {
        const top = messages[pick % Math.max(messages.length, 1)]
        fc.pre(top !== undefined)
        const removed = new Set(subtreeOf(treeOf(messages), top.id).map(message => message.id))
        const left = new Set(messages.map(message => message.id).filter(id => !removed.has(id)))
        const { tip, recentTips, marks, lifts } = withoutMessages(chat, removed, top.parentId)
        const named = [
          ...recentTips,
          ...marks.map(mark => mark.messageId),
          ...lifts.flatMap(l => [l.checkpoint, l.below]),
        ]
        if (tip !== null) named.push(tip)
        expect(named.filter(id => !left.has(id))).toEqual([])
        expect(withoutMessages(chat, [], null)).toEqual({
          tip: chat.tip,
          recentTips: chat.recentTips,
          marks: chat.marks,
          lifts: chat.lifts,
          checkpointSteps: chat.checkpointSteps,
        })
      }),
      { numRuns: 100 },
    )
  })
})
