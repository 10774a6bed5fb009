import { expect, it } from 'vitest'
import { siblingsOf } from './siblings-of.ts'
import { answered, asked, createHistoryBuilder, titled } from './testing/index.ts'
import { treeOf } from './tree.ts'

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
