import { expect, it } from 'vitest'
import { asked, called, createHistoryBuilder, resulted } from './testing/index.ts'
import { newestTodos, WRITE_TODO } from './todos.ts'

function historyOf(inputs: readonly string[], outcome: 'done' | 'failed' = 'done') {
  const history = createHistoryBuilder()
  let last = history.add(null, asked('Plan'))
  for (const input of inputs) {
    const callId = history.ids.call()
    const call = called([callId])
    const results = resulted([callId])
    last = history.add(last, {
      ...call,
      parts: [{ kind: 'tool-call', callId, tool: WRITE_TODO, input, providerCallId: null }],
    })
    last = history.add(last, {
      ...results,
      parts: results.parts.map(part => ({ ...part, tool: WRITE_TODO, outcome })),
    })
  }
  history.add(last, asked('Thanks'))
  return history.messages()
}

const written = (text: string) => JSON.stringify({ todos: [{ text, state: 'pending' }] })

it('[T9] finds the newest to-do list of a path', () => {
  expect(newestTodos(historyOf([written('One'), written('Two')]))).toEqual([{ text: 'Two', state: 'pending' }])
  expect(newestTodos(historyOf([written('One')], 'failed'))).toBeNull()
  expect(newestTodos(historyOf([]))).toBeNull()
})

it('[T9] knows no list whose call is above the part of the path', () => {
  expect(newestTodos(historyOf([written('One')]).slice(2))).toBeNull()
})

it.each(['', '7', '{"todos":7}', '{"todos":[null,{"text":"One"}]}'])('[FP-10] reads %j as an empty list', input => {
  expect(newestTodos(historyOf([input]))).toEqual([])
})
