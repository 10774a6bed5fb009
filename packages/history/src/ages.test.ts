import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycleAges, isConclusion, lastUserIndex, turnAges } from './ages.ts'
import type { MessageId } from './id.ts'
import { isAside, type Path } from './message.ts'
import { pathOf } from './path.ts'
import type { MessageFacts } from './testing/history-builder.ts'
import { answered, asked, called, chatHistories, createHistoryBuilder, resulted, titled } from './testing/index.ts'
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

function pathThrough(...facts: readonly MessageFacts[]): Path {
  const builder = createHistoryBuilder()
  let end: MessageId | null = null
  for (const fact of facts) end = builder.add(end, fact)
  return pathOf(treeOf(builder.messages()), { tip: null })
}

describe('turnAges', () => {
  it('[C3] counts a conclusion to the turn it ends, and what follows to the next', () => {
    const path = pathThrough(
      asked('?'),
      called([createHistoryBuilder().ids.call()]),
      answered('!'),
      asked('?'),
      answered('!'),
      asked('?'),
    )
    expect(turnAges(path)).toEqual([2, 2, 2, 1, 1, 0])
  })

  it('[C3] the last conclusion belongs to the current turn', () => {
    expect(turnAges(pathThrough(asked('?'), answered('!'), asked('?'), answered('!')))).toEqual([1, 1, 0, 0])
  })

  it('[C3] neither a user message nor a step starts a turn', () => {
    const { ids } = createHistoryBuilder()
    const calls = [ids.call()]
    const path = pathThrough(asked('?'), called(calls), resulted(calls), asked('and'), called(calls), resulted(calls))
    expect(turnAges(path)).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('[C3] is the number of conclusions from a message to before the last, on the path and on each suffix', () => {
    fc.assert(
      fc.property(chatHistories({ unreadable: true }), ({ chat, messages }) => {
        const path = pathOf(treeOf(messages), chat)
        const ages = turnAges(path)
        const links = path.filter(message => !isAside(message))
        path.forEach((message, index) => {
          const at = links.findIndex(link => link.id === (isAside(message) ? message.parentId : message.id))
          expect(ages[index]).toBe(links.slice(Math.max(at, 0), -1).filter(isConclusion).length)
          if (!isAside(message)) expect(turnAges(path.slice(index))).toEqual(ages.slice(index))
        })
      }),
      { numRuns: 100 },
    )
  })

  it('has no ages for an empty path', () => {
    expect(turnAges([])).toEqual([])
  })
})

describe('isConclusion', () => {
  it('[C3] is any assistant message without calls, however it ended', () => {
    const { ids } = createHistoryBuilder()
    const path = pathThrough(asked('?'), answered('', null, 'interrupted'), called([ids.call()]))
    expect(path.map(isConclusion)).toEqual([false, true, false])
  })
})
