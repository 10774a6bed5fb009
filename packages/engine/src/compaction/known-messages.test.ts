import { expect, it } from 'vitest'
import { createKnownMessages } from './known-messages.ts'

it('keeps to the messages that were read before, except where one has another place now', () => {
  const memory = createKnownMessages()
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
