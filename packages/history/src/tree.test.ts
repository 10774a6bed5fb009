import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answered, asked, chatHistories, createHistoryBuilder, titled } from './testing/index.ts'
import { asidesOf, childrenOf, linkAt, treeOf } from './tree.ts'

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
  expect(() => treeOf(circle)).toThrow('1 messages hang below themselves')
})

it('gives no aside for a link', () => {
  const builder = createHistoryBuilder()
  const question = builder.add(null, asked('?'))
  const title = builder.add(question, titled('a title'))
  expect(() => linkAt(treeOf(builder.messages()), title)).toThrow(`message ${title} is a title, on which nothing hangs`)
})
