import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MessageId } from './id.ts'
import { answered, asked, chatHistories, createHistoryBuilder, titled } from './testing/index.ts'
import { asidesOf, childrenOf, isWithin, linkAt, siblingsOf, subtreeOf, treeOf } from './tree.ts'

it('[H4] lists what hangs on a message oldest first, whatever order it was loaded in', () => {
  fc.assert(
    fc.property(chatHistories({ unreadable: true }), fc.infiniteStream(fc.nat()), ({ messages }, picks) => {
      const shuffled = messages.map(message => ({ message, at: picks.next().value })).sort((a, b) => a.at - b.at)
      const tree = treeOf(shuffled.map(({ message }) => message))
      const inOrder = treeOf(messages)
      for (const { id } of messages) {
        expect(childrenOf(tree, id)).toEqual(childrenOf(inOrder, id))
        expect(asidesOf(tree, id)).toEqual(asidesOf(inOrder, id))
      }
    }),
    { numRuns: 50 },
  )
})

it('puts siblings of one write in a fixed order', () => {
  const builder = createHistoryBuilder()
  const one = builder.add(null, asked('one'), { order: 7 })
  const other = builder.add(null, asked('other'), { order: 7 })
  const backwards = treeOf([...builder.messages()].reverse())
  expect(childrenOf(backwards, null).map(link => link.id)).toEqual([one, other])
})

it('takes a message that is given twice for one', () => {
  const builder = createHistoryBuilder()
  const question = builder.add(null, asked('?'))
  builder.add(question, answered('!'))
  expect(treeOf([...builder.messages(), ...builder.messages()])).toEqual(treeOf(builder.messages()))
})

it('refuses messages that hang below themselves, which would make a walk endless', () => {
  const builder = createHistoryBuilder()
  const one = builder.ids.message()
  const other = builder.add(one, asked('?'))
  builder.add(null, asked('apart'))
  const circle = builder.messages().map(message => (message.id === other ? { ...message, parentId: other } : message))
  expect(() => treeOf(circle)).toThrow('1 messages are their own ancestors')
})

it('gives no aside for a link', () => {
  const builder = createHistoryBuilder()
  const question = builder.add(null, asked('?'))
  const title = builder.add(question, titled('a title'))
  expect(() => linkAt(treeOf(builder.messages()), title)).toThrow(`message ${title} is a title, which has no children`)
})

it('[H4] numbers the branches at a fork, the first message included, and leaves asides out', () => {
  const builder = createHistoryBuilder()
  const first = builder.add(null, asked('first'))
  builder.add(first, titled('a title'))
  const answer = builder.add(first, answered('!'))
  const edited = builder.add(null, asked('edited'))
  const tree = treeOf(builder.messages())
  const numbered = (id: typeof first) => {
    const { siblings, index } = siblingsOf(tree, id)
    return { siblings: siblings.map(link => link.id), index }
  }
  expect(numbered(first)).toEqual({ siblings: [first, edited], index: 0 })
  expect(numbered(edited)).toEqual({ siblings: [first, edited], index: 1 })
  expect(numbered(answer)).toEqual({ siblings: [answer], index: 0 })
})

it('[H7] holds exactly the messages that hang on the top or on one below it, itself first', () => {
  fc.assert(
    fc.property(chatHistories({ unreadable: true }), ({ messages }) => {
      const tree = treeOf(messages)
      for (const top of messages) {
        const below = new Set<MessageId>([top.id])
        // Messages come oldest first, so the parent of a message was seen before it.
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
