import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseTip } from './choose-tip.ts'
import { isAside } from './message.ts'
import { lastLink, pathOf, pathTo, shownLeaf } from './path.ts'
import { nothingSpent } from './spending.ts'
import { subtreeOf } from './subtree-of.ts'
import { answered, asked, chatHistories, createHistoryBuilder, titled } from './testing/index.ts'
import { treeOf } from './tree.ts'

describe('pathOf', () => {
  it('[H4] goes through the tip to its newest descendant', () => {
    const builder = createHistoryBuilder()
    const question = builder.add(null, asked('?'))
    const first = builder.add(question, answered('first'))
    const more = builder.add(first, asked('more'))
    const second = builder.add(question, answered('second'))
    const last = builder.add(more, answered('last'))
    const tree = treeOf(builder.messages())
    const shown = (tip: typeof first | null) => pathOf(tree, { tip }).map(message => message.id)
    expect(shown(null)).toEqual([question, first, more, last])
    expect(shown(question)).toEqual([question, first, more, last])
    expect(shown(second)).toEqual([question, second])
    expect(shown(first)).toEqual([question, first, more, last])
  })

  it('[H7] begins with the accounting of deleted roots, and is nothing else when no message is left', () => {
    const builder = createHistoryBuilder()
    const facts = { reason: '', removedMessages: 1, cumulative: nothingSpent, removed: nothingSpent }
    const accounting = builder.add(null, { role: 'accounting', ...facts })
    const alone = treeOf(builder.messages())
    const question = builder.add(null, asked('?'))
    const tree = treeOf(builder.messages())
    expect(pathOf(alone, { tip: null }).map(message => message.id)).toEqual([accounting])
    expect(pathOf(tree, { tip: null }).map(message => message.id)).toEqual([accounting, question])
    expect(pathOf(treeOf([]), { tip: null })).toEqual([])
  })

  it('[FS-7] is not led astray by an aside whose row cannot be opened', () => {
    const builder = createHistoryBuilder()
    const question = builder.add(null, asked('?'))
    const answer = builder.add(question, answered('!'))
    builder.add(question, { role: 'unreadable', because: 'the seal of the title is broken' })
    expect(shownLeaf(treeOf(builder.messages()), { tip: null })?.id).toBe(answer)
  })

  it('[FS-7] goes on below a message whose row cannot be opened', () => {
    const builder = createHistoryBuilder()
    const question = builder.add(null, asked('?'))
    const corrupt = builder.add(question, { role: 'unreadable', because: 'its seal is broken' })
    const next = builder.add(corrupt, asked('next'))
    const tree = treeOf(builder.messages())
    expect(pathOf(tree, { tip: null }).map(message => message.id)).toEqual([question, corrupt, next])
  })

  it('ends at the deeper of two messages of one write', () => {
    const builder = createHistoryBuilder()
    const first = builder.add(null, asked('first'), { order: 5 })
    const second = builder.add(first, asked('second'), { order: 5 })
    expect(shownLeaf(treeOf(builder.messages()), { tip: null })?.id).toBe(second)
  })

  it('[H4] reaches the end of 100,000 messages in a row, and chooses among as many side by side', () => {
    const builder = createHistoryBuilder()
    let end = builder.add(null, asked('first'))
    const first = end
    for (let count = 1; count < 100_000; count += 1) end = builder.add(end, asked('next'))
    const long = treeOf(builder.messages())
    expect(pathOf(long, { tip: first }).length).toBe(100_000)
    expect(subtreeOf(long, first).length).toBe(100_000)
    expect(chooseTip(long, { tip: null, recentTips: [] }, first)).toEqual({ tip: end, recentTips: [end] })
    const wide = treeOf(builder.messages().map(message => ({ ...message, parentId: null })))
    expect(pathOf(wide, { tip: null }).map(message => message.id)).toEqual([end])
  })

  it('refuses a tip that is not there', () => {
    const { ids } = createHistoryBuilder()
    const tip = ids.message()
    expect(() => pathOf(treeOf([]), { tip })).toThrow(`message ${tip} is not in the tree`)
  })
})

describe('pathTo', () => {
  it('lists every link from the root after its parent, and every aside right after what it hangs on', () => {
    fc.assert(
      fc.property(chatHistories({ unreadable: true }), ({ messages }) => {
        const tree = treeOf(messages)
        for (const { id } of messages) {
          const path = pathTo(tree, id)
          let end: string | null = null
          let order = -1
          for (const message of path) {
            expect(message.parentId).toBe(end)
            if (!isAside(message)) end = message.id
            order = isAside(message) ? Math.max(order, message.order) : -1
            expect(message.order).toBeGreaterThanOrEqual(order)
          }
          expect(path.filter(isAside).length).toBe(
            messages.filter(m => isAside(m) && pathHolds(path, m.parentId)).length,
          )
          expect(path.some(message => message.id === id)).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('leads to the message an aside hangs on', () => {
    const builder = createHistoryBuilder()
    const question = builder.add(null, asked('?'))
    const title = builder.add(question, titled('a title'))
    builder.add(question, answered('!'))
    expect(pathTo(treeOf(builder.messages()), title).map(message => message.id)).toEqual([question, title])
  })

  it('leaves out the accounting of deleted roots where it does not reach up to a root', () => {
    const builder = createHistoryBuilder()
    const accounts = { reason: '', removedMessages: 1, cumulative: nothingSpent, removed: nothingSpent }
    builder.add(null, { role: 'accounting', ...accounts })
    const answer = builder.add(builder.ids.message(), answered('!'))
    expect(pathTo(treeOf(builder.messages()), answer).map(message => message.id)).toEqual([answer])
  })

  it('is the last part of the whole path in a tree that holds a part of the chat', () => {
    fc.assert(
      fc.property(chatHistories(), fc.nat(), ({ chat, messages }, pick) => {
        const whole = pathOf(treeOf(messages), chat)
        const starts = whole.flatMap((message, index) => (isAside(message) ? [] : [index]))
        const start = starts.at(pick % Math.max(starts.length, 1)) ?? 0
        const part = treeOf(whole.slice(start))
        expect(pathTo(part, lastLink(whole)?.id ?? null)).toEqual(whole.slice(start))
      }),
      { numRuns: 100 },
    )
  })
})

function pathHolds(path: ReturnType<typeof pathTo>, id: string | null): boolean {
  return id === null || path.some(message => message.id === id)
}
