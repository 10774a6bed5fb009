import { manifestOf } from '@stet/context'
import type { MessageId, ModelRequest } from '@stet/history'
import { CHATS_SHELF, fromChatRow, toChatPut } from '@stet/store'
import { expect, it } from 'vitest'
import type { Inspection } from '../engine.ts'
import {
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  readLedger,
  saying,
  scriptedFacts,
  scriptedSettings,
  writeChat,
} from '../testing/index.ts'
import { createSentRequests, MOST_BASES } from './last-request.ts'

/** An engine whose clock a test sets, in a chat whose provider caches by itself. */
async function open(home = openMemoryHome(), caching: 'automatic' | 'marks' = 'automatic') {
  const facts = { ...scriptedFacts, caching }
  const models = {
    ...createScriptedModels(() => saying('Yes, so it is.')),
    facts: async ({ model }: { readonly model: string }) => ({ ...facts, model }),
  }
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

function markedIn({ messages }: ModelRequest) {
  return messages.flatMap(one => (one.cacheMark ? [one.messageId] : []))
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

it('[C14] [C17] after a restart the last request is read from the ledger: what the provider has, and what moves the prefix', async () => {
  const { home, engine, models, clock, chatId, say, look } = await open()
  const first = await say('Hello', null)
  const { messageId } = await say('Again', first.answerId)
  const before = await look()
  expect(before).toMatchObject({ state: 'warm', movedBy: null })
  await engine.close()
  const { engine: next } = await openTestEngine(home, { models, clock })
  expect(await look(next)).toEqual(before)
  await next.mark({ key: 'mark', chatId, messageId, mark: 'left-out' })
  expect((await look(next)).movedBy).toEqual({ block: messageId, because: expect.any(String) })
  await next.close()
})

it('[C14] after a restart a mark stays where the request before had its last one', async () => {
  const { home, engine, models, clock, chatId, say } = await open(openMemoryHome(), 'marks')
  const first = await say('Hello', null)
  const second = await say('And?', first.answerId)
  await engine.close()
  const { engine: next } = await openTestEngine(home, { models, clock })
  const page = openPage(next, chatId)
  const { runId } = await next.send({ key: 'third', chatId, parentId: second.answerId, text: 'So?' })
  await page.untilEnded(runId)
  const [, before = [], after = []] = models.calls.map(({ request }) => markedIn(request))
  expect(after).toContain(before.at(-1))
  await next.close()
})

it('[C14] a request to another model finds nothing in the cache of the first', async () => {
  const { home, engine, chatId, say, look } = await open()
  await say('Hello', null)
  const row = await home.store.get(CHATS_SHELF, chatId)
  const chat = row === null ? null : fromChatRow(row)
  if (row === null || chat === null || 'unreadable' in chat) throw new Error('the chat cannot be read')
  const settings = { ...chat.settings, model: { ...chat.settings.model, model: 'two' } }
  await home.store.write([toChatPut({ ...chat, settings }, { expect: row.version, order: row.order })])
  expect((await look()).state).toBe('cold')
  await engine.close()
})

it('[C17] rows list only the blocks that are new, every so often all of them, and give back what was sent', async () => {
  const { home, engine, models, chatId, say } = await open()
  let last: MessageId | null = null
  for (let turn = 0; turn < MOST_BASES + 4; turn += 1) last = (await say(`Question ${turn}`, last)).answerId
  const records = (await readLedger(home.store, chatId)).filter(({ purpose }) => purpose === 'answer')
  expect(records.slice(1, 4).map(({ blocks }) => blocks?.added.length)).toEqual([2, 2, 2])
  expect(records.map(({ blocks }) => blocks?.depth)).toEqual([...Array(MOST_BASES + 1).keys(), 0, 1, 2])
  const sent = createSentRequests(home.store)
  for (const [turn, record] of records.entries()) {
    const whole = await sent.alone(record)
    const request = models.calls[turn]?.request
    const blocks = request === undefined ? [] : manifestOf(request).blocks
    expect(whole?.added).toEqual(blocks.map(({ name, fingerprint }) => `${name} ${fingerprint}`))
  }
  await engine.close()
})

it('[H7] [C14] deleting a message leaves requests beside it that can still be compared', async () => {
  const { home, engine, models, clock, chatId, page, say, look } = await open()
  const { answerId } = await say('Hello', null)
  const again = await engine.retry({ key: 'again', chatId, messageId: answerId })
  await page.untilEnded(again.runId)
  const before = await look()
  await engine.deleteMessage({ key: 'delete', chatId, messageId: answerId })
  const rows = await readLedger(home.store, chatId)
  expect(rows.map(({ messageId, blocks }) => [messageId, blocks?.base ?? null, blocks === null])).toEqual([
    [answerId, null, true],
    [again.answerId, null, false],
  ])
  await engine.close()
  const { engine: next } = await openTestEngine(home, { models, clock })
  expect(await look(next)).toEqual(before)
  await next.close()
})

it('[C14] a mark stays where the request before had its last one', async () => {
  const { engine, say, models } = await open(openMemoryHome(), 'marks')
  const first = await say('Hello', null)
  const second = await say('And?', first.answerId)
  await say('So?', second.answerId)
  const [, before = [], after = []] = models.calls.map(({ request }) => markedIn(request))
  expect(after).toContain(before.at(-1))
  await engine.close()
})
