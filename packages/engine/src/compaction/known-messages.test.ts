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

it('still knows what is above the end of a path, which is read first', () => {
  const memory = createKnownMessages()
  const said = (id: `msg_${string}`, order: number) =>
    ({ id, chatId: 'chat_a', parentId: null, order, at: 0, copiedFrom: null, role: 'user', parts: [] }) as const
  const path = [said('msg_a', 1), said('msg_b', 2)]
  memory.same('chat_a', path)
  memory.same('chat_a', path.slice(1))
  const known = memory.of('chat_a')
  expect([known('msg_a', 1), known('msg_b', 2), known('msg_a', 7), known('msg_c', 3)]).toEqual([
    ...path,
    undefined,
    undefined,
  ])
  expect(memory.of('chat_b')('msg_a', 1)).toBeUndefined()
})
