import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chat } from './chat.ts'
import { isAside } from './message.ts'
import { chooseTip, lastLink, pathOf, pathTo, rememberTip, shownLeaf } from './path.ts'
import { nothingSpent } from './spending.ts'
import { answered, asked, chatHistories, createHistoryBuilder, titled } from './testing/index.ts'
import { childrenOf, siblingsOf, subtreeOf, type Tree, treeOf } from './tree.ts'

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

  it('[FS-7] continues below a message whose row cannot be opened', () => {
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
          const misplaced = path.filter(message => {
            const isPlaced = message.parentId === end && (!isAside(message) || message.order >= order)
            if (!isAside(message)) end = message.id
            order = isAside(message) ? message.order : -1
            return !isPlaced
          })
          expect(misplaced).toEqual([])
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

it('[H4] comes back to where one was in a branch that has branches of its own', () => {
  const builder = createHistoryBuilder()
  const question = builder.add(null, asked('?'))
  const first = builder.add(question, answered('first'))
  const older = builder.add(first, asked('older'))
  builder.add(first, asked('newer'))
  const second = builder.add(question, answered('second'))
  const tree = treeOf(builder.messages())
  const onOlder = chooseTip(tree, builder.chat(), older)
  const onSecond = chooseTip(tree, onOlder, second)
  expect(onSecond).toEqual({ tip: second, recentTips: [older, second] })
  expect(chooseTip(tree, onSecond, first)).toEqual({ tip: older, recentTips: [second, older] })
})

it('[H4] comes back to a branch that has grown meanwhile, at its new end', () => {
  const builder = createHistoryBuilder()
  const question = builder.add(null, asked('?'))
  const first = builder.add(question, answered('first'))
  const second = builder.add(question, answered('second'))
  const onFirst = chooseTip(treeOf(builder.messages()), builder.chat(), first)
  const onSecond = chooseTip(treeOf(builder.messages()), onFirst, second)
  const grown = builder.add(first, asked('grown'))
  const tree = treeOf(builder.messages())
  expect(shownLeaf(tree, chooseTip(tree, onSecond, first))?.id).toBe(grown)
})

it('[H4] never loses a branch: after any switches each leaf can be shown, and switching back shows what was left', () => {
  fc.assert(
    fc.property(
      chatHistories({ unreadable: true }),
      fc.array(fc.nat(), { maxLength: 60 }),
      ({ chat, messages }, picks) => {
        const tree = treeOf(messages)
        const links = messages.filter(message => !isAside(message))
        fc.pre(links.length > 0)
        let now: Pick<Chat, 'tip' | 'recentTips'> = chat
        for (const pick of picks) {
          const left = shownLeaf(tree, now)
          const fork = forksOn(tree, now).at(-1 - (pick % 3))
          const siblings = fork === undefined ? links : siblingsOf(tree, fork).siblings
          const chosen = siblings[pick % siblings.length]
          if (chosen === undefined) throw new Error('nothing to choose')
          const switched = chooseTip(tree, now, chosen.id)
          expect(pathOf(tree, switched)).toContain(chosen)
          if (fork !== undefined) {
            const back = chooseTip(tree, switched, fork)
            expect(shownLeaf(tree, back)).toBe(left)
          }
          now = switched
        }
        for (const leaf of links.filter(link => childrenOf(tree, link.id).length === 0)) {
          expect(shownLeaf(tree, chooseTip(tree, now, leaf.id))).toBe(leaf)
        }
      },
    ),
    { numRuns: 100 },
  )
})

it('remembers each leaf once, the newest first, and not without end', () => {
  const { ids } = createHistoryBuilder()
  const tips = Array.from({ length: 40 }, () => ids.message())
  const [first, second, third] = tips
  if (first === undefined || second === undefined || third === undefined) throw new Error('no tips')
  expect(rememberTip([first, second, third], second)).toEqual([second, first, third])
  const remembered = tips.reduce<readonly (typeof first)[]>((recent, tip) => rememberTip(recent, tip), [])
  expect(remembered).toEqual(tips.slice(8).reverse())
})

it('refuses to choose an aside', () => {
  const builder = createHistoryBuilder()
  const title = builder.add(builder.add(null, asked('?')), titled('a title'))
  expect(() => chooseTip(treeOf(builder.messages()), builder.chat(), title)).toThrow('which has no children')
})

function forksOn(tree: Tree, chat: Pick<Chat, 'tip'>) {
  const links = pathOf(tree, chat).filter(message => !isAside(message))
  return links.filter(link => childrenOf(tree, link.parentId).length > 1).map(link => link.id)
}
