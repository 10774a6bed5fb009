import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cycleAges, lastUserIndex } from './cycle.ts'
import { isAside } from './message.ts'
import { pathOf } from './path.ts'
import { answered, asked, chatHistories, createHistoryBuilder, titled } from './testing/index.ts'
import { treeOf } from './tree.ts'

it('[C4] a cycle is a user message and everything up to the next, asides included', () => {
  const builder = createHistoryBuilder()
  const environment = builder.add(null, { role: 'env-changed', roots: [], added: [], removed: [], directives: [] })
  const first = builder.add(environment, asked('first'))
  builder.add(first, titled('a title'))
  const second = builder.add(builder.add(first, answered('!')), asked('second'))
  builder.add(second, answered('!'))
  const path = pathOf(treeOf(builder.messages()), { tip: null })
  expect(cycleAges(path)).toEqual([2, 1, 1, 1, 0, 0])
  expect(path[lastUserIndex(path)]?.id).toBe(second)
})

it('[C4] a path without a user message has no current cycle', () => {
  expect(lastUserIndex([])).toBe(-1)
  expect(cycleAges([])).toEqual([])
})

it('[C4] counts the user messages after each message, on the path and on each suffix', () => {
  fc.assert(
    fc.property(chatHistories(), ({ chat, messages }) => {
      const path = pathOf(treeOf(messages), chat)
      const ages = cycleAges(path)
      path.forEach((message, index) => {
        expect(ages[index]).toBe(path.slice(index + 1).filter(({ role }) => role === 'user').length)
        if (isAside(message)) return
        const part = path.slice(index)
        expect(cycleAges(part)).toEqual(ages.slice(index))
        if (index <= lastUserIndex(path)) expect(part[lastUserIndex(part)]).toBe(path[lastUserIndex(path)])
      })
    }),
    { numRuns: 100 },
  )
})
