import type { NewMessage } from '@stet/history'
import { expect, it } from 'vitest'
import { createMemoryDatabase } from '../memory/memory-store.ts'
import { CALLS_SHELF, type Call, fromCallRow, toCallPut } from './calls.ts'
import { LARGE_RESULT, withLargeResults } from './large-results.ts'
import { fromMessageRow, MESSAGES_SHELF, toMessagePut } from './messages.ts'

const text = 'moss ä 苔 '.repeat(LARGE_RESULT / 8)
const content = [
  { kind: 'text', text },
  { kind: 'text', text: 'and more' },
] as const

const call: Call = {
  id: 'call_a',
  chatId: 'chat_a',
  messageId: 'msg_a',
  position: 0,
  tool: 'look',
  input: '{}',
  hash: 'hash',
  policy: 'auto',
  shown: { title: 'Look', icon: 'eye', summary: null, mayBeAlways: true, drawings: [] },
  state: { kind: 'done', at: 1, content, shown: null, drawings: [] },
}

function results(parts: typeof content | readonly { kind: 'text'; text: string }[]): NewMessage {
  return {
    id: 'msg_b',
    chatId: 'chat_a',
    parentId: 'msg_a',
    at: 2,
    copiedFrom: null,
    role: 'tool-results',
    parts: [{ kind: 'tool-result', callId: 'call_a', tool: 'look', outcome: 'done', content: parts }],
  }
}

function open() {
  const bare = createMemoryDatabase().openStore('owner')
  return { bare, store: withLargeResults(bare, () => 1) }
}

it('[T1] a result over 64 kB is stored once, and read as it was by every way of reading', async () => {
  const { bare, store } = open()
  await store.write([toCallPut(call, 0), toMessagePut(results(content))])
  const { rowBytes, blobs, blobBytes } = await bare.usage()
  expect([rowBytes < 3000, blobs, blobBytes]).toEqual([true, 1, new TextEncoder().encode(text).length])

  const byMessage = { by: { parent: 'chat_a' }, limit: 5 }
  const row = await store.get(MESSAGES_SHELF, 'msg_b')
  const rows = [
    row,
    ...(await store.getMany(MESSAGES_SHELF, ['msg_b'])),
    ...(await store.list(MESSAGES_SHELF, byMessage)).rows,
    ...(await store.listMany(MESSAGES_SHELF, [byMessage])).flatMap(page => page.rows),
    ...(await store.changes(0, 5)).flatMap(change =>
      change.kind === 'put' && change.shelf === MESSAGES_SHELF ? [change.row] : [],
    ),
  ]
  expect(rows.map(each => each && fromMessageRow(each))).toEqual(
    Array.from({ length: 5 }, () => ({ ...results(content), order: row?.order })),
  )
  const stored = await store.get(CALLS_SHELF, 'call_a')
  expect(stored && fromCallRow(stored)).toEqual(call)
})

it('[T1] the text lives as long as one of the rows, and not longer', async () => {
  const { bare, store } = open()
  await store.write([toCallPut(call, 0), toMessagePut(results(content))])
  const first = await store.write([{ kind: 'remove', shelf: CALLS_SHELF, id: 'call_a', expect: 1 }])
  expect([await store.blobs.deleteReleased(first.released), (await bare.usage()).blobs]).toEqual([0, 1])
  const last = await store.write([{ kind: 'remove', shelf: MESSAGES_SHELF, id: 'msg_b', expect: 1 }])
  expect([await store.blobs.deleteReleased(last.released), (await bare.usage()).blobs]).toEqual([1, 0])
})

it('[T1] short results, and text that UTF-8 cannot hold, stay in their row', async () => {
  const { bare, store } = open()
  const odd = [{ kind: 'text', text: `${text}\ud800` }] as const
  await store.write([toMessagePut(results(odd))])
  const row = await store.get(MESSAGES_SHELF, 'msg_b')
  expect([(await bare.usage()).blobs, row && fromMessageRow(row)]).toEqual([0, { ...results(odd), order: row?.order }])
})

it('[FS-4] a result whose text is lost is unreadable, and says so', async () => {
  const { bare, store } = open()
  await store.write([toMessagePut(results(content))])
  const broken = withLargeResults({ ...bare, blobs: { ...bare.blobs, get: async () => null } }, () => 1)
  const row = await broken.get(MESSAGES_SHELF, 'msg_b')
  expect(row && fromMessageRow(row)).toMatchObject({
    role: 'unreadable',
    parentId: 'msg_a',
    because: expect.stringMatching(/^the text of its result, blob [0-9a-f]{64}, is missing$/),
  })
})
