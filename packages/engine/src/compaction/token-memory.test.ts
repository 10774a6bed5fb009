import { type ChatId, noUsage } from '@stet/history'
import { createMemoryDatabase, type RequestRecord, toRequestPut } from '@stet/store'
import { expect, it } from 'vitest'
import { createTokenMemory } from './token-memory.ts'

const model = { definition: 'a', model: 'b' }
const store = () => createMemoryDatabase().openStore('owner')
const chat = (index: number): ChatId => `chat_${index}`

it('[C15] remembers what it counted for one chat and one model', () => {
  const memory = createTokenMemory(store())
  const counts = memory.of(chat(0), model)
  expect(memory.of(chat(0), { ...model })).toBe(counts)
  expect(memory.of(chat(1), model)).not.toBe(counts)
  expect(memory.of(chat(0), { ...model, model: 'c' })).not.toBe(counts)
})

it('forgets the chat that was not asked about for longest, and no other', () => {
  const memory = createTokenMemory(store())
  const [first, second] = [memory.of(chat(0), model), memory.of(chat(1), model)]
  for (let index = 2; index < 64; index += 1) memory.of(chat(index), model)
  expect(memory.of(chat(0), model)).toBe(first)
  memory.of(chat(64), model)
  expect(memory.of(chat(0), model)).toBe(first)
  expect(memory.of(chat(1), model)).not.toBe(second)
})

const text = 'What is sent is computed from what is kept. '.repeat(200)

it('[C15] corrects what it counts by what the provider reported, for that model alone', () => {
  const memory = createTokenMemory(store())
  const before = memory.of(chat(0), model).text(text)
  for (let count = 0; count < 5; count += 1) memory.learn(model, { estimated: 1000, reported: 1205 })
  expect(memory.of(chat(0), model).text(text)).toBe(Math.ceil(before * 1.205))
  expect(memory.of(chat(0), { ...model, model: 'c' }).text(text)).toBe(before)
})

it('[C15] reads the correction of a model from the ledger after a restart', async () => {
  const kept = store()
  const request: Omit<RequestRecord, 'id'> = {
    chatId: 'chat_0',
    countsFor: ['chat_0'],
    workspaceId: 'ws_a',
    runId: null,
    messageId: 'msg_a',
    below: 'msg_b',
    purpose: 'answer',
    origin: { ...model, protocol: 'demo' },
    boot: 'boot',
    state: 'done',
    sentAt: 0,
    endedAt: 1,
    rawUsage: null,
    usage: { ...noUsage, input: 205, cacheRead: 900, cacheWrite: 100 },
    estimate: null,
    estimatedInput: 1000,
    prices: null,
    manifest: null,
    blocks: null,
    savedTokens: [],
    rolledUp: 0,
    remarks: null,
  }
  for (const id of ['req_a', 'req_b', 'req_c', 'req_d'] as const) {
    await kept.write([toRequestPut({ ...request, id }, { expect: 0, order: 'next' })])
  }
  const older = { ...request, id: 'req_old' as const, estimatedInput: null }
  await kept.write([toRequestPut(older, { expect: 0, order: 'next' })])
  const memory = createTokenMemory(kept)
  expect(memory.of(chat(0), model).factor).toBe(1)
  await Promise.all([memory.ready(model), memory.ready(model)])
  expect(memory.of(chat(0), model).factor).toBeCloseTo(1.205)
})
