import type { ChatId } from '@stet/history'
import { expect, it } from 'vitest'
import { createTokenMemory } from './token-memory.ts'

const model = { definition: 'a', model: 'b' }
const chat = (index: number): ChatId => `chat_${index}`

it('[C15] remembers what it counted for one chat and one model', () => {
  const memory = createTokenMemory()
  const counts = memory.of(chat(0), model)
  expect(memory.of(chat(0), { ...model })).toBe(counts)
  expect(memory.of(chat(1), model)).not.toBe(counts)
  expect(memory.of(chat(0), { ...model, model: 'c' })).not.toBe(counts)
})

it('forgets the chat that was not asked about for longest, and no other', () => {
  const memory = createTokenMemory()
  const [first, second] = [memory.of(chat(0), model), memory.of(chat(1), model)]
  for (let index = 2; index < 64; index += 1) memory.of(chat(index), model)
  expect(memory.of(chat(0), model)).toBe(first)
  memory.of(chat(64), model)
  expect(memory.of(chat(0), model)).toBe(first)
  expect(memory.of(chat(1), model)).not.toBe(second)
})
