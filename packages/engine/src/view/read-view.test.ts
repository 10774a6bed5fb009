import type { MessageId } from '@stet/history'
import { expect, it } from 'vitest'
import { createScriptedModels, openMemoryHome, openPage, openTestEngine, saying, writeChat } from '../testing/index.ts'
import { applyEvent } from './apply-event.ts'
import type { ChatView } from './chat-view.ts'

async function longChat(cycles: number) {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { title: { text: 'Long', by: 'person' } })
  const { engine } = await openTestEngine(home, { models: createScriptedModels(() => saying('Yes.')) })
  const page = openPage(engine, chatId)
  const ids: MessageId[] = []
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const sent = await engine.send({ key: `${cycle}`, chatId, parentId: ids.at(-1) ?? null, text: `${cycle}?` })
    await page.untilEnded(sent.runId)
    ids.push(sent.messageId, sent.answerId)
  }
  page.leave()
  return { engine, chatId, ids }
}

it('[V3] loads the last part of a long chat, and what is above it in parts', async () => {
  const { engine, chatId, ids } = await longChat(60)
  const view = await engine.view(chatId)
  expect([view.path.map(message => message.id), view.earlier]).toEqual([ids.slice(20), true])
  const above = await engine.earlier(chatId, ids[20] ?? 'msg_', 15)
  expect([above.path.map(message => message.id), above.earlier]).toEqual([ids.slice(5, 20), true])
  const top = await engine.earlier(chatId, ids[5] ?? 'msg_', 15)
  expect([top.path.map(message => message.id), top.earlier]).toEqual([ids.slice(0, 5), false])
  expect(await engine.earlier(chatId, ids[0] ?? 'msg_', 15)).toEqual({
    path: [],
    earlier: false,
    siblings: {},
    calls: {},
  })
  await engine.close()
})

it('reports the branches of what is above, too', async () => {
  const { engine, chatId, ids } = await longChat(3)
  const page = openPage(engine, chatId)
  const beside = await engine.send({ key: 'beside', chatId, parentId: ids[1] ?? null, text: 'Beside' })
  await page.untilEnded(beside.runId)
  const siblings = { [beside.messageId]: [ids[2], beside.messageId] }
  expect((await engine.view(chatId)).siblings).toEqual(siblings)
  expect((await engine.earlier(chatId, beside.answerId, 10)).siblings).toEqual(siblings)
  page.leave()
  await engine.close()
})

it.each([0, -1, 1.5, 201, Number.NaN])('refuses to load %d messages', async limit => {
  const { engine, chatId, ids } = await longChat(1)
  await expect(engine.earlier(chatId, ids[1] ?? 'msg_', limit)).rejects.toMatchObject({ code: 'invalid' })
})

it('[FH-7] says nothing of messages of other chats', async () => {
  const { engine, chatId } = await longChat(1)
  await expect(engine.earlier(chatId, `msg_${'a'.repeat(32)}`, 5)).rejects.toMatchObject({ code: 'message-not-found' })
  await expect(engine.view(`chat_${'a'.repeat(32)}`)).rejects.toMatchObject({ code: 'chat-not-found' })
})

it('makes a page start over when something is missing before a delta, or when the shown branch is not known to it', async () => {
  const { engine, chatId, ids } = await longChat(2)
  const loaded = await engine.view(chatId)
  const messageId = 'msg_new'
  const draft = {
    runId: 'run_new',
    messageId,
    parentId: ids[3] ?? 'msg_',
    startedAt: 0,
    state: 'writing',
    retry: null,
    parts: [],
  } as const
  const view: ChatView = { ...loaded, drafts: [draft] }
  const delta = { kind: 'part-delta', chatId, messageId, part: 0, at: 0, text: 'x' } as const
  expect(applyEvent(view, delta)).toBe('resync')
  const started = { kind: 'part-started', chatId, messageId, part: 1, start: { kind: 'text' } } as const
  expect(applyEvent(view, started)).toBe('resync')
  const begun = applyEvent(view, { ...started, part: 0 })
  if (begun === 'resync') throw new Error('the first part has nothing before it')
  expect(applyEvent(begun, { ...delta, at: 1 })).toBe('resync')
  expect(applyEvent(begun, { ...delta, messageId: 'msg_other', at: 9 })).toBe(begun)
  const elsewhere = { ...loaded.chat, tip: 'msg_elsewhere' } as const
  expect(applyEvent(view, { kind: 'chat-changed', chatId, chat: elsewhere })).toBe('resync')
  expect(applyEvent(view, { ...delta, chatId: 'chat_other', at: 9 })).toBe(view)
  await engine.close()
})
