import type { ModelRequest } from '@stet/history'
import { expect, it } from 'vitest'
import type { Inspection } from '../engine.ts'
import {
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  scriptedFacts,
  scriptedSettings,
  writeChat,
} from '../testing/index.ts'
import { createAskedMemory } from './asked-memory.ts'

/** An engine whose clock a test sets, in a chat whose provider caches by itself. */
async function open(home = openMemoryHome(), caching: 'automatic' | 'marks' = 'automatic') {
  const facts = { ...scriptedFacts, caching }
  const models = { ...createScriptedModels(() => saying('Yes, so it is.')), facts: async () => facts }
  const settings = {
    ...scriptedSettings,
    systemPrompt: 'Be brief.',
    context: { ...scriptedSettings.context, cache: 'cached' },
  } as const
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' }, settings })
  const time = { now: 1_000_000 }
  const clock = () => time.now
  const { engine } = await openTestEngine(home, { models, clock })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  async function say(text: string, parentId: `msg_${string}` | null) {
    const sent = await engine.send({ key: text, chatId, parentId, text })
    await page.untilEnded(sent.runId)
    return sent
  }
  const look = async (of = engine) => cacheOf(await of.inspect({ chatId, context: null, text: 'And?' }))
  return { home, models, clock, time, chatId, engine, page, say, look }
}

function cacheOf({ report }: Inspection) {
  const { state, sharedTokens, prefixTokens, movedBy } = report.cache
  return { state, shared: sharedTokens, prefix: prefixTokens, movedBy }
}

it('[C14] [C17] the next request is held against the last one on its path, which its provider has for five minutes', async () => {
  const { engine, chatId, time, say, look } = await open()
  expect(await look()).toEqual({ state: 'unknown', shared: null, prefix: 0, movedBy: null })
  await say('Hello', null)
  const { report } = await engine.inspect({ chatId, context: null, text: 'And?' })
  const [question, answer] = report.messages
  const shared = report.budget.used.prompt + (question?.tokensAfter ?? 0)
  expect(await look()).toEqual({ state: 'warm', shared, prefix: shared, movedBy: null })
  expect([question?.cached, answer?.cached]).toEqual([true, false])
  time.now += 5 * 60 * 1000
  expect((await look()).state).toBe('cold')
  await engine.close()
})

it('[C14] [C17] settings that take out what was sent are said to move the prefix', async () => {
  const { engine, chatId, say } = await open()
  const first = await say('Hello', null)
  const { messageId } = await say('Again', first.answerId)
  await engine.mark({ key: 'mark', chatId, messageId, mark: 'left-out' })
  const { cache } = (await engine.inspect({ chatId, context: null, text: 'And?' })).report
  expect(cache.movedBy).toEqual({ block: messageId, because: expect.any(String) })
  await engine.close()
})

it('[C14] a chat that is asked again for the same answer is held against the first request for it', async () => {
  const { engine, chatId, page, say, models } = await open()
  const { answerId } = await say('Hello', null)
  const { runId, answerId: second } = await engine.retry({ key: 'again', chatId, messageId: answerId })
  await page.untilEnded(runId)
  const message = (await engine.view(chatId)).path.find(({ id }) => id === second)
  const requestId = message?.role === 'assistant' ? message.requestId : null
  const report = requestId === null ? null : (await engine.request(requestId)).content.report
  expect(report?.cache).toMatchObject({ state: 'warm', sharedTokens: report?.budget.used.total, movedBy: null })
  expect(models.calls.length).toBe(2)
  await engine.close()
})

it('[C14] after a restart nothing is known of what a provider has', async () => {
  const { home, engine, models, clock, say, look } = await open()
  await say('Hello', null)
  await engine.close()
  const { engine: next } = await openTestEngine(home, { models, clock })
  expect(await look(next)).toEqual({ state: 'unknown', shared: null, prefix: 0, movedBy: null })
  await next.close()
})

it('[C14] a mark stays where the request before had its last one', async () => {
  const { engine, say, models } = await open(openMemoryHome(), 'marks')
  const first = await say('Hello', null)
  const second = await say('And?', first.answerId)
  await say('So?', second.answerId)
  const marked = ({ messages }: ModelRequest) => messages.flatMap(one => (one.cacheMark ? [one.messageId] : []))
  const [, before = [], after = []] = models.calls.map(({ request }) => marked(request))
  expect(after).toContain(before.at(-1))
  await engine.close()
})

it('keeps to the messages that were read before, except where one has another place now', () => {
  const memory = createAskedMemory().of('chat_a')
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
  expect(memory.same([user])[0]).toBe(user)
  expect(memory.same([{ ...user }])[0]).toBe(user)
  expect(memory.same([])).toEqual([])
  const moved = { ...user, order: 2 }
  expect(memory.same([moved])[0]).toBe(moved)
})
