import { expect, it } from 'vitest'
import type { Put, Row } from '../contract/store.ts'
import { type Call, type CallState, fromCallRow, toCallPut } from './calls.ts'
import { fromWaitingRow, toWaitingPut, type WaitingMessage } from './waiting.ts'

const call: Call = {
  id: 'call_a',
  chatId: 'chat_a',
  messageId: 'msg_a',
  position: 2,
  tool: 'look',
  input: '{"at":"\ud83c',
  hash: 'ab12',
  policy: 'confirm',
  shown: { title: 'Look', icon: 'eye', summary: 'at the fern', mayBeAlways: true, drawings: [] },
  state: { kind: 'proposed' },
}

const file = { kind: 'file', blob: 'cd34', name: 'fern.png', mediaType: 'image/png', size: 4 } as const
const content = [{ kind: 'text', text: 'A fern.' }, file] as const

const states: readonly CallState[] = [
  { kind: 'proposed' },
  { kind: 'approved', at: 1 },
  { kind: 'started', at: 2 },
  { kind: 'denied', at: 3, content: [{ kind: 'text', text: 'Not now.' }], shown: null, drawings: [] },
  { kind: 'done', at: 4, content, shown: '**A fern**', drawings: [] },
  { kind: 'failed', at: 5, content: [], shown: null, drawings: [] },
  { kind: 'unknown', at: 6, content, shown: null, drawings: [] },
]

function toRow(put: Put): Row {
  return { ...put, order: put.order === 'next' ? 1 : put.order, version: put.expect + 1 }
}

it.each(states)('[R6] a call that is $kind comes back as it was, at its place below its answer', state => {
  const put = toCallPut({ ...call, state }, 3)
  expect([put.shelf, put.id, put.parent, put.order, put.expect]).toEqual(['calls', 'call_a', 'msg_a', 2, 3])
  expect(fromCallRow(toRow(put))).toEqual({ ...call, state })
})

it('[T9] a drawn to-do list comes back as it was', () => {
  const drawn: Call = {
    ...call,
    shown: { ...call.shown, drawings: [{ kind: 'todos', todos: [{ text: 'Look up', state: 'in_progress' }] }] },
  }
  expect(fromCallRow(toRow(toCallPut(drawn, 3)))).toEqual(drawn)
})

it('[T1] [W3] a call keeps the files that its result names alive, and is listed while it waits for approval', () => {
  expect(states.map(state => toCallPut({ ...call, state }, 0).refs)).toEqual([
    ['call:waits'],
    [],
    [],
    [],
    ['blob:cd34'],
    [],
    ['blob:cd34'],
  ])
})

it('[FS-7] a call that cannot be read says so', () => {
  const row = { ...toRow(toCallPut(call, 0)), body: new TextEncoder().encode('{"format":9}') }
  expect(fromCallRow(row)).toEqual({ id: 'call_a', unreadable: expect.any(String) })
})

it('[R10] a message that waits comes back as it was, behind what was sent before it', () => {
  const message: WaitingMessage = {
    id: 'msg_w',
    chatId: 'chat_a',
    runId: 'run_a',
    below: 'msg_b',
    at: 7,
    text: 'And\nalso \ud83c',
    files: [
      {
        kind: 'file',
        blob: 'ab',
        name: 'a.pdf',
        mediaType: 'application/pdf',
        size: 3,
        extracted: { blob: 'cd', characters: 2 },
      },
    ],
  }
  const put = toWaitingPut(message)
  expect([put.shelf, put.parent, put.order, put.expect]).toEqual(['waiting', 'chat_a', 'next', 0])
  expect(put.refs).toEqual(['blob:ab', 'blob:cd'])
  expect(fromWaitingRow(toRow(put))).toEqual(message)
})
