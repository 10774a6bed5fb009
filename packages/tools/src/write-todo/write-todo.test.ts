import type { Json } from '@stet/history'
import { expect, it } from 'vitest'
import { runTool } from '../testing/index.ts'
import { writeTodo } from './write-todo.ts'

it('[T9] replaces the list with the one that is given, and shows it as one', async () => {
  const todos = [
    { text: 'Read the\nplan', state: 'completed' },
    { text: 'Build', state: 'in_progress' },
    { text: 'Rest', state: 'pending' },
  ]
  expect(await runTool(writeTodo, { todos })).toEqual({
    progress: [],
    result: {
      outcome: 'done',
      content: [{ kind: 'text', text: 'The to-do list now has 3 items.' }],
      shown: '- [x] Read the plan\n- [ ] **Build**\n- [ ] Rest',
    },
  })
})

it('[T9] counts one item in the singular', async () => {
  const { result } = await runTool(writeTodo, { todos: [{ text: 'Rest', state: 'pending' }] })
  expect(result.content).toEqual([{ kind: 'text', text: 'The to-do list now has 1 item.' }])
})

it('[T9] reports how far the list is in one line', () => {
  expect(
    writeTodo.summary([
      { text: 'One', state: 'completed' },
      { text: 'Two', state: 'pending' },
    ]),
  ).toBe('1 of 2 done')
})

const badItems: readonly Json[] = [
  null,
  'Read',
  { text: ' ', state: 'pending' },
  { text: 'Read', state: 'done' },
  { text: 'R'.repeat(2001), state: 'pending' },
]

it.each<readonly [Json, string]>([
  [{}, '`todos` must be a list.'],
  [[], '`todos` must be a list.'],
  [{ todos: 'Read' }, '`todos` must be a list.'],
  [{ todos: Array<Json>(201).fill({}) }, '`todos` has 201 items; at most 200 are kept.'],
  ...badItems.map((item): readonly [Json, string] => [
    { todos: [{ text: 'Fine', state: 'pending' }, item] },
    'Item 2 of `todos` needs a `text` of 1 to 2000 characters and a `state` of pending, in_progress, completed.',
  ]),
])('[FP-10] refuses %j in words that the model can act on', (input, because) => {
  expect(writeTodo.parse(input)).toEqual({ kind: 'invalid', because })
})
