import { expect, it } from 'vitest'
import { announcedRoots, environmentChange } from './environment.ts'
import { pathTo } from './path.ts'
import { createHistoryBuilder } from './testing/index.ts'
import { treeOf } from './tree.ts'

it('[H8] the last note on a path says which directories the model knows of', () => {
  const { add, messages } = createHistoryBuilder()
  const first = add(null, { role: 'env-changed', roots: ['/a'], added: ['/a'], removed: [], directives: [] })
  const asked = add(first, { role: 'user', parts: [] })
  const beside = add(asked, { role: 'env-changed', roots: [], added: [], removed: ['/a'], directives: [] })
  const tree = treeOf(messages())
  expect([announcedRoots(pathTo(tree, asked)), announcedRoots(pathTo(tree, beside)), announcedRoots([])]).toEqual([
    ['/a'],
    [],
    null,
  ])
})

it.each([
  [[], [], null],
  [['/a', '/b'], ['/b', '/a'], null],
  [[], ['/a', '/b'], { roots: ['/a', '/b'], added: ['/a', '/b'], removed: [] }],
  [['/a', '/b'], ['/c', '/b'], { roots: ['/c', '/b'], added: ['/c'], removed: ['/a'] }],
  [['/a'], [], { roots: [], added: [], removed: ['/a'] }],
])('[H8] from %j to %j the model gets the note %j', (announced, roots, change) => {
  expect(environmentChange(announced, roots)).toEqual(change)
})
