import type { MessageId } from '@stet/history'
import { asked, createHistoryBuilder } from '@stet/history/testing'
import { createMemoryDatabase, MESSAGES_SHELF, toMessagePut } from '@stet/store'
import { expect, it } from 'vitest'
import { createPathTail } from '../record/path-tail.ts'
import { createKnownMessages } from './known-messages.ts'

it('keeps to the messages that were read before, except where one has another place now', () => {
  const memory = createKnownMessages(createMemoryDatabase().openStore('owner'))
  const user = {
    id: 'msg_a',
    chatId: 'chat_a',
    parentId: null,
    order: 1,
    at: 0,
    copiedFrom: null,
    role: 'user',
    parts: [],
  } as const
  expect(memory.same('chat_a', [user])[0]).toBe(user)
  expect(memory.same('chat_a', [{ ...user }])[0]).toBe(user)
  expect(memory.same('chat_a', [])).toEqual([])
  const moved = { ...user, order: 2 }
  expect(memory.same('chat_a', [moved])[0]).toBe(moved)
})

it('reads the messages of a chat again once some were removed', async () => {
  const store = createMemoryDatabase().openStore('owner')
  const memory = createKnownMessages(store)
  const builder = createHistoryBuilder()
  const first = builder.add(null, asked('one'))
  const second = builder.add(first, asked('two'))
  for (const { order, ...message } of builder.messages()) {
    if (message.role !== 'unreadable') await store.write([toMessagePut(message)])
  }
  const { chatId } = builder
  const idsFrom = async (leaf: MessageId) => {
    const path = await createPathTail(store, chatId, leaf, memory.of(chatId)).atLeast(10)
    return path.map(({ id }) => id)
  }
  expect(await idsFrom(second)).toEqual([first, second])
  expect(memory.of(chatId)).toBe(memory.of(chatId))
  await store.write([{ kind: 'remove', shelf: MESSAGES_SHELF, id: second, expect: 1 }])
  memory.forget(chatId)
  expect(await idsFrom(first)).toEqual([first])
  await expect(idsFrom(second)).rejects.toThrow(`message ${second} is not in chat ${chatId}`)
})
