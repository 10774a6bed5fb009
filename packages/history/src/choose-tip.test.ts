import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Chat } from './chat.ts'
import { chooseTip, rememberTip } from './choose-tip.ts'
import { isAside } from './message.ts'
import { pathOf, shownLeaf } from './path.ts'
import { siblingsOf } from './siblings-of.ts'
import { answered, asked, chatHistories, createHistoryBuilder, titled } from './testing/index.ts'
import { childrenOf, type Tree, treeOf } from './tree.ts'

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
  expect(() => chooseTip(treeOf(builder.messages()), builder.chat(), title)).toThrow('on which nothing hangs')
})

function forksOn(tree: Tree, chat: Pick<Chat, 'tip'>) {
  const links = pathOf(tree, chat).filter(message => !isAside(message))
  return links.filter(link => childrenOf(tree, link.parentId).length > 1).map(link => link.id)
}
