import { type ChatAnswer, LONGEST_TEXT } from '@stet/commands'
import type { ChatId, Message, MessageId } from '@stet/history'
import { CHATS_SHELF, fromMessageRow, listRows, MESSAGES_SHELF, type Store } from '@stet/store'
import type { Tool } from '@stet/tools'
import { echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import type { Engine } from '../../engine.ts'
import { MOST_RUNS_PER_CHAT } from '../../run/request/check-parent.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import {
  beginning,
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  openToolChat,
  saying,
  scriptedSettings,
  untilStopped,
  writeChat,
} from '../../testing/index.ts'

const NOWHERE: MessageId = `msg_${'a'.repeat(32)}`

async function open(models = createScriptedModels(() => saying('An answer.'))) {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  return { ...home, chatId, ...(await openTestEngine(home, { models })) }
}

const hanging = () =>
  createScriptedModels(async function* (call) {
    yield* beginning('…')
    await untilStopped(call)
  })

async function answered(
  engine: Engine,
  chatId: ChatId,
  parentId: MessageId | null,
  text: string,
): Promise<ChatAnswer<'send'>> {
  const page = openPage(engine, chatId)
  const sent = await engine.send({ key: text, chatId, parentId, text })
  await page.until(view => view.drafts.length === 0 && view.path.some(message => message.id === sent.answerId))
  page.leave()
  return sent
}

async function readMessages(store: Store, chatId: ChatId): Promise<readonly Message[]> {
  const messages: Message[] = []
  for await (const row of listRows(store, MESSAGES_SHELF, { by: { parent: chatId } }))
    messages.push(fromMessageRow(row))
  return messages
}

it.each([
  ['nothing', ''],
  ['blanks', ' \n\t\u3000'],
])('refuses %s, and writes nothing', async (_what, text) => {
  const { engine, store, chatId } = await open()
  const before = await store.usage()
  await expect(engine.send({ key: 'k', chatId, parentId: null, text })).rejects.toMatchObject({
    code: 'invalid',
    field: 'text',
  })
  expect(await store.usage()).toEqual(before)
})

it('[C9] [C12] refuses a message that cannot fit where nothing may be summarised, in words, and writes nothing; its key is free for a shorter one', async () => {
  const { engine, store } = await open()
  const { context } = scriptedSettings
  const off = { ...context, compaction: { ...context.compaction, automatic: false } }
  const chatId = await writeChat(store, { settings: { ...scriptedSettings, context: off } })
  const before = await store.usage()
  const heard = openPage(engine, chatId)
  const view = await heard.until(() => true)
  await expect(engine.send({ key: 'k', chatId, parentId: null, text: 'words '.repeat(20_000) })).rejects.toMatchObject({
    code: 'cannot-fit',
    message: expect.stringMatching(/^The request needs .* tokens, but only 7,680 fit: .*your current message/),
  })
  expect([await store.usage(), await engine.view(chatId), heard.received.length]).toEqual([before, view, 1])
  heard.leave()
  await engine.send({ key: 'k', chatId, parentId: null, text: 'words' })
  await engine.close()
})

it.each([
  'x'.repeat(LONGEST_TEXT),
  ' kept as typed ',
  'lone \ud800 surrogate',
  '\u0000\r\n\u2028\ufeff',
  '<script>alert(1)</script>',
  '{"__proto__":{"polluted":true}}',
  '‮reversed',
])('[FH-5] keeps any text as it was typed', async text => {
  // No answer: beside one, the longest text would be on an earlier page of the view.
  const { engine, store } = await open(hanging())
  const context = { ...scriptedSettings.context, maxPromptTokens: 1_000_000 }
  const chatId = await writeChat(store, { settings: { ...scriptedSettings, context } })
  await engine.send({ key: 'k', chatId, parentId: null, text })
  expect((await engine.view(chatId)).path[0]).toMatchObject({ parts: [{ kind: 'text', text }] })
  await engine.close()
})

it('[FH-7] answers the same for a message that is elsewhere, is nowhere, or is an aside', async () => {
  const { engine, store, chatId } = await open()
  const other = await writeChat(store)
  const elsewhere = await answered(engine, other, null, 'Elsewhere')
  const page = openPage(engine, other)
  const titled = await page.until(view => view.chat.title !== null)
  page.leave()
  const aside = titled.path.find(message => message.role === 'title')
  const parents: readonly (readonly [ChatId, MessageId])[] = [
    [chatId, NOWHERE],
    [chatId, elsewhere.messageId],
    [other, aside?.id ?? NOWHERE],
  ]
  for (const [index, [chat, parentId]] of parents.entries()) {
    const send = engine.send({ key: `k${index}`, chatId: chat, parentId, text: 'x' })
    await expect(send).rejects.toThrow(
      new EngineError('message-not-found', `no message ${parentId} in this chat can be answered`),
    )
  }
  await engine.close()
})

it('says which chat is not there, and which model is not set up', async () => {
  const { engine, store } = await open()
  const modelless = await writeChat(store, {
    settings: { ...scriptedSettings, model: { definition: 'x', model: 'y' } },
  })
  const send = (chatId: ChatId) => engine.send({ key: 'k', chatId, parentId: null, text: 'x' })
  await expect(send(`chat_${'a'.repeat(32)}`)).rejects.toMatchObject({ code: 'chat-not-found' })
  await expect(send(modelless)).rejects.toMatchObject({ code: 'model-not-found' })
})

it('costs one chat when the row of a chat cannot be opened', async () => {
  const { engine, store, chatId } = await open()
  const row = await store.get(CHATS_SHELF, chatId)
  if (row === null) throw new Error('the chat is there')
  const { id, parent, order, version } = row
  const body = new TextEncoder().encode('{')
  await store.write([{ kind: 'put', shelf: CHATS_SHELF, id, parent, order, expect: version, refs: [], body }])
  const unreadable = { code: 'chat-unreadable' }
  await expect(engine.view(chatId)).rejects.toMatchObject(unreadable)
  await expect(engine.send({ key: 'k', chatId, parentId: null, text: 'x' })).rejects.toMatchObject(unreadable)
  await expect(engine.rename({ key: 'k', chatId, title: 'x' })).rejects.toMatchObject(unreadable)
  const other = await writeChat(store)
  expect((await engine.view(other)).path).toEqual([])
})

it('[R10] lets a message below an answer being written wait, and an edit open a branch beside it', async () => {
  const { engine, chatId } = await open(hanging())
  const page = openPage(engine, chatId)
  const first = await engine.send({ key: 'one', chatId, parentId: null, text: 'First' })
  const below = await engine.send({ key: 'two', chatId, parentId: first.messageId, text: 'Below' })
  expect(below).toEqual({ messageId: below.messageId, runId: first.runId, answerId: first.answerId, waits: true })
  const edited = await engine.send({ key: 'three', chatId, parentId: null, text: 'Edited' })
  const view = await page.until(now => now.drafts.filter(draft => draft.parts[0]?.text === '…').length === 2)
  expect(view).toEqual(await engine.view(chatId))
  expect([view.path.map(message => message.id), view.siblings, view.chat.recentTips]).toEqual([
    [edited.messageId],
    { [edited.messageId]: [first.messageId, edited.messageId] },
    [first.messageId],
  ])
  expect(view.waiting).toMatchObject([
    { id: below.messageId, runId: first.runId, below: first.answerId, text: 'Below' },
  ])
  expect((await engine.stop({ key: 'stop', chatId, runId: first.runId })).runIds).toEqual([first.runId])
  page.leave()
  await engine.close()
})

it('[R10] refuses a message further down another path whose beginning is being answered again', async () => {
  const { engine, chatId } = await open(hanging())
  const root = await engine.send({ key: 'one', chatId, parentId: null, text: 'Root' })
  await engine.stop({ key: 'stop one', chatId, runId: null })
  await engine.retry({ key: 'two', chatId, messageId: root.messageId })
  await expect(engine.send({ key: 'three', chatId, parentId: root.answerId, text: 'x' })).rejects.toMatchObject({
    code: 'run-active',
  })
  const beside = await engine.send({ key: 'four', chatId, parentId: null, text: 'Beside' })
  expect(beside.messageId).not.toBe(root.messageId)
  await engine.close()
})

it('[FH-10] answers 500 sends, 100 at a time, with an acknowledgement or a refusal, and loses none that it acknowledged', async () => {
  let gate = Promise.withResolvers<void>()
  const models = createScriptedModels(async function* () {
    await gate.promise
    yield* saying('An answer.')
  })
  const { engine, store, chatId, logged } = await open(models)
  const page = openPage(engine, chatId)
  const sent: ChatAnswer<'send'>[] = []
  for (let round = 0; round < 5; round += 1) {
    const all = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        engine.send({ key: `${round}/${index}`, chatId, parentId: null, text: `Message ${index}` }),
      ),
    )
    const acknowledged = all.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    const refused = all.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
    expect(acknowledged).toHaveLength(MOST_RUNS_PER_CHAT)
    expect(refused.every(error => error instanceof EngineError && error.code === 'run-active')).toBe(true)
    sent.push(...acknowledged)
    gate.resolve()
    await Promise.all(acknowledged.map(one => page.untilEnded(one.runId)))
    gate = Promise.withResolvers()
  }
  page.leave()
  await engine.close()

  const messages = await readMessages(store, chatId)
  const asked = messages.filter(message => message.role === 'user').map(message => message.id)
  const answers = messages.filter(message => message.role === 'assistant').map(message => message.id)
  expect(new Set(asked)).toEqual(new Set(sent.map(one => one.messageId)))
  expect(new Set(answers)).toEqual(new Set(sent.map(one => one.answerId)))
  const { chat, siblings } = await (await openTestEngine({ store, journal: openMemoryHome().journal })).engine.view(
    chatId,
  )
  expect([chat.tip, siblings[asked.at(-1) ?? NOWHERE]]).toEqual([asked.at(-1), asked])
  expect(logged).toEqual([])
})

it('writes no more answers of one chat at once than the limit', async () => {
  const { engine, chatId } = await open(hanging())
  for (let index = 0; index < MOST_RUNS_PER_CHAT; index += 1) {
    await engine.send({ key: `k${index}`, chatId, parentId: null, text: 'x' })
  }
  const more = engine.send({ key: 'more', chatId, parentId: null, text: 'x' })
  await expect(more).rejects.toMatchObject({ code: 'run-active' })
  await engine.close()
})

it('[FH-11] keeps the order of messages, and how long each took, when the clock jumps', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const times = [5_000, 4_000, 3_000, 999_999_999, 2, 1]
  let passed = 0
  const elapsed = () => {
    passed += 7
    return passed
  }
  const { engine } = await openTestEngine(home, { clock: () => times.shift() ?? 0, elapsed })
  const first = await answered(engine, chatId, null, 'First')
  const second = await answered(engine, chatId, first.answerId, 'Second')
  const { path } = await engine.view(chatId)
  expect(
    path.flatMap(message => (message.role === 'user' || message.role === 'assistant' ? [message.id] : [])),
  ).toEqual([first.messageId, first.answerId, second.messageId, second.answerId])
  const durations = path.flatMap(message => (message.role === 'assistant' ? [message.durationMs ?? -1] : []))
  expect(durations).toEqual([7, 7])
  await engine.close()
})

it('[C9] assembles the request of a message once, as it is assembled when the message is saved', async () => {
  let assembled = 0
  const counting: Tool = {
    ...echoTool,
    // Read once for each request: its declaration is part of it.
    get input() {
      assembled += 1
      return echoTool.input
    },
  }
  const { engine, chatId, models, page, ask } = await openToolChat({
    tools: [counting],
    script: () => saying('An answer.'),
  })
  const { path } = await ask()
  const answer = path.find(({ role }) => role === 'assistant')
  expect([assembled, models.calls.length]).toEqual([1, 1])
  await ask({ parentId: answer?.id ?? NOWHERE, text: 'And then?' })
  const last = (await engine.view(chatId)).path.at(-1)
  const { runId } = await engine.retry({ key: 'again', chatId, messageId: last?.id ?? NOWHERE })
  await page.untilEnded(runId)
  expect(assembled).toBe(3)
  expect(models.calls[2]?.request).toEqual(models.calls[1]?.request)
  await engine.close()
})
