import type { Drawing } from '@stet/api/client'
import { expect, it } from 'vitest'
import { drawsAll } from './draws-all.ts'

const todo = { text: 'Order granite', state: 'pending' } as const
const list: Drawing = { kind: 'todos', todos: [todo] }
const script: Drawing = { kind: 'code', label: 'Script', language: 'javascript', text: 'return 6 *\n\t7' }

it.each<readonly [string, readonly Drawing[], unknown]>([
  ['a list', [list], { todos: [todo] }],
  ['a list with its fields in another order', [list], { todos: [{ state: todo.state, text: todo.text }] }],
  ['a script', [script], { code: script.text }],
])('[Z-7] %s that is drawn need not be read as arguments too', (_, drawings, input) => {
  expect(drawsAll(drawings, JSON.stringify(input))).toBe(true)
})

it.each<readonly [string, readonly Drawing[], unknown]>([
  ['an argument that is not drawn', [list], { todos: [todo], note: 'hidden' }],
  ['a field that is not drawn', [list], { todos: [{ ...todo, note: 'hidden' }] }],
  ['an item that is not drawn', [list], { todos: [todo, todo] }],
  ['another text', [list], { todos: [{ ...todo, text: 'Order slate' }] }],
  ['the beginning of a script', [{ ...script, text: 'return 6' }], { code: script.text }],
  ['invisible characters', [{ ...script, text: 'return\u202e 6' }], { code: 'return\u202e 6' }],
  ['no arguments', [list], {}],
  ['no object', [list], []],
  ['nothing drawn', [], { todos: [todo] }],
])('[Z-7] with %s the arguments are shown', (_, drawings, input) => {
  expect(drawsAll(drawings, JSON.stringify(input))).toBe(false)
})
