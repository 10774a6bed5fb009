import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MessageId } from './id.ts'
import { isWithin, subtreeOf } from './subtree-of.ts'
import { asked, chatHistories, createHistoryBuilder } from './testing/index.ts'
import { treeOf } from './tree.ts'

it('[H7] holds exactly the messages that hang on the top or on one below it, itself first', () => {
  fc.assert(
    fc.property(chatHistories({ unreadable: true }), ({ messages }) => {
      const tree = treeOf(messages)
      for (const top of messages) {
        const below = new Set<MessageId>([top.id])
        // Messages come oldest first, so what a message hangs on was seen before it.
        for (const { id, parentId } of messages) if (parentId !== null && below.has(parentId)) below.add(id)
        const subtree = subtreeOf(tree, top.id).map(message => message.id)
        expect(subtree[0]).toBe(top.id)
        expect([...subtree].sort()).toEqual([...below].sort())
        for (const { id } of messages) expect(isWithin(tree, id, top.id)).toBe(below.has(id))
      }
    }),
    { numRuns: 50 },
  )
})

it('holds nothing that is not in the tree', () => {
  const builder = createHistoryBuilder()
  const question = builder.add(null, asked('?'))
  expect(isWithin(treeOf(builder.messages()), builder.ids.message(), question)).toBe(false)
})
