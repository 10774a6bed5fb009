import { type MessageId, WRITE_TODO } from '@stet/history'
import { asked, called, createHistoryBuilder, resulted } from '@stet/history/testing'
import { CHATS_SHELF, MESSAGES_SHELF } from '@stet/store'
import { expect, it } from 'vitest'
import {
  beginning,
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  writeChat,
} from '../testing/index.ts'
import { writeHistory } from '../testing/write-history.ts'
import { applyEvent } from './apply-event.ts'
import type { ChatView } from './chat-view.ts'
import type { EarlierPath } from './read-view.ts'

async function longChat(cycles: number) {
  const lists: number[] = []
  const opened = openMemoryHome()
  const store: typeof opened.store = {
    ...opened.store,
    async list(shelf, query) {
      const page = await opened.store.list(shelf, query)
      lists.push(page.rows.length)
      return page
    },
  }
  const home = { ...opened, store }
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
  return { engine, chatId, ids, lists }
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

it('[V3] answers with no more messages than 300 kB hold, and the rest in further parts', async () => {
  const home = openMemoryHome()
  const history = createHistoryBuilder()
  const ids: MessageId[] = []
  for (let at = 0; at < 24; at += 1) {
    ids.push(history.add(ids.at(-1) ?? null, asked(`${at} ${'x'.repeat(at === 6 ? 400_000 : 30_000)}`)))
  }
  await writeHistory(home.store, { chat: history.chat(), messages: history.messages() })
  const { engine } = await openTestEngine(home, { models: createScriptedModels(() => saying('Yes.')) })
  const { chatId } = history
  const sizeOf = (answer: unknown) => JSON.stringify(answer).length
  let part: EarlierPath = await engine.view(chatId)
  let path = part.path
  while (part.earlier) {
    expect(part.path.length === 1 || sizeOf(part) < 300_000).toBe(true)
    part = await engine.earlier(chatId, path[0]?.id ?? 'msg_', 100)
    path = [...part.path, ...path]
  }
  expect(path.map(({ id }) => id)).toEqual(ids)
  for (const [at, id] of ids.entries()) {
    const around = await engine.around(chatId, id, 100)
    const shown = around.path.map(each => each.id)
    expect(shown).toContain(id)
    expect(shown.includes(ids[at + 1] ?? id)).toBe(true)
    expect(shown.includes(ids[6] ?? 'msg_') || sizeOf(around) < 300_000).toBe(true)
  }
  await engine.close()
})

it('[T9] [V3] a view of the end of a long chat has the to-do list that was newest above it, of its own branch', async () => {
  const home = openMemoryHome()
  const history = createHistoryBuilder()
  const { chatId } = history
  function write(parentId: MessageId, text: string) {
    const callId = history.ids.call()
    const input = JSON.stringify({ todos: [{ text, state: 'pending' }] })
    const call = { kind: 'tool-call', callId, tool: WRITE_TODO, input, providerCallId: null } as const
    const results = resulted([callId])
    const answer = history.add(parentId, { ...called([callId]), parts: [call] })
    return history.add(answer, { ...results, parts: results.parts.map(part => ({ ...part, tool: WRITE_TODO })) })
  }
  const root = history.add(null, asked('Plan'))
  const old = write(root, 'Old')
  const list = write(old, 'Build')
  // A hundred and three newer lists are on branches that the path does not show.
  for (let at = 0; at < 103; at += 1) write(root, `Beside ${at}`)
  const below = [list]
  for (let at = 0; at < 100; at += 1) below.push(history.add(below.at(-1) ?? null, asked(`${at}`)))
  await writeHistory(home.store, { chat: history.chat(), messages: history.messages() })
  const { engine } = await openTestEngine(home, { models: createScriptedModels(() => saying('Yes.')) })
  const page = openPage(engine, chatId)
  const todosAbove = [{ text: 'Build', state: 'pending' }]
  const seen = await engine.view(chatId)
  expect([seen.path[0]?.id, seen.todosAbove]).toEqual([below[1], todosAbove])

  // Now the results of the call are the first message that is shown, and the call is above it; then the end of the path goes back up.
  await engine.chooseTip({ key: 'up', chatId, messageId: below[99] ?? 'msg_' })
  await engine.deleteMessage({ key: 'delete', chatId, messageId: below[100] ?? 'msg_' })
  const shorter = await page.until(
    ({ path }) => path.at(-1)?.role === 'accounting' || path.every(({ id }) => id !== below[100]),
  )
  expect([shorter.path[0]?.id, shorter.todosAbove]).toEqual([list, todosAbove])
  expect(await engine.view(chatId)).toEqual(shorter)

  const sent = await engine.send({ key: 'send', chatId, parentId: below[50] ?? null, text: 'Instead' })
  const live = await page.untilEnded(sent.runId)
  expect(live.todosAbove).toEqual(todosAbove)
  page.leave()
  await engine.close()
})

it('[W3] [V3] reads the part of the path around a message, in few reads however long the chat is', async () => {
  const { engine, chatId, ids, lists } = await longChat(60)
  const read = async (at: number, limit: number) => {
    const { path, earlier, later, isShown } = await engine.around(chatId, ids[at] ?? 'msg_', limit)
    return { ids: path.map(({ id }) => id), earlier, later, isShown }
  }
  const before = lists.length
  expect(await read(30, 10)).toEqual({ ids: ids.slice(26, 36), earlier: true, later: true, isShown: true })
  // Where the path ends, what follows the message, and what is above the last of those.
  expect(lists.slice(before).reduce((rows, count) => rows + count, 0)).toBeLessThan(240)
  expect(await read(0, 10)).toEqual({ ids: ids.slice(0, 6), earlier: false, later: true, isShown: true })
  expect(await read(119, 10)).toEqual({ ids: ids.slice(110), earlier: true, later: false, isShown: true })
  const rowsOf = async (id: MessageId | null) => {
    const asked = lists.length
    const window = await engine.around(chatId, id, 10)
    return { window, rows: lists.slice(asked).reduce((rows, count) => rows + count, 0) }
  }
  const [named, start] = [await rowsOf(ids[0] ?? 'msg_'), await rowsOf(null)]
  expect(start.window).toEqual(named.window)
  expect(start.rows - named.rows).toBeLessThan(5)
  await engine.close()
})

it('[W3] [H4] follows the shown branch around a message, and knows one that is on another', async () => {
  const { engine, chatId, ids } = await longChat(6)
  const page = openPage(engine, chatId)
  const beside = await engine.send({ key: 'beside', chatId, parentId: ids[3] ?? null, text: 'Beside' })
  await page.untilEnded(beside.runId)
  const shown = [...ids.slice(0, 4), beside.messageId, beside.answerId]
  const around = await engine.around(chatId, ids[2] ?? 'msg_', 6)
  expect([around.path.map(({ id }) => id), around.later]).toEqual([shown, false])
  expect(around.siblings).toEqual({ [beside.messageId]: [ids[4], beside.messageId] })
  expect(await engine.around(chatId, ids[6] ?? 'msg_', 6)).toMatchObject({ path: [], isShown: false })
  await engine.chooseTip({ key: 'back', chatId, messageId: ids[4] ?? 'msg_' })
  expect((await engine.around(chatId, ids[2] ?? 'msg_', 6)).path.map(({ id }) => id)).toEqual(ids.slice(0, 6))
  expect(await engine.around(chatId, beside.messageId, 6)).toMatchObject({ path: [], isShown: false })
  // Another first message, and then the shown one of the two.
  const second = await engine.send({ key: 'second', chatId, parentId: null, text: 'Once more' })
  await page.untilEnded(second.runId)
  expect((await engine.around(chatId, null, 6)).path[0]?.id).toBe(second.messageId)
  await engine.chooseTip({ key: 'first', chatId, messageId: ids[4] ?? 'msg_' })
  expect((await engine.around(chatId, null, 6)).path[0]?.id).toBe(ids[0])
  page.leave()
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

it('[R3] shows an answer that is saved at the end of the reading as the draft that it was', async () => {
  const gate = Promise.withResolvers<void>()
  const opened = openMemoryHome()
  let readsLeft = 0
  let afterLastRead = async (): Promise<unknown> => undefined
  const store: typeof opened.store = {
    ...opened.store,
    async get(shelf, id) {
      const row = await opened.store.get(shelf, id)
      if (shelf !== CHATS_SHELF || readsLeft === 0) return row
      readsLeft -= 1
      if (readsLeft === 0) await afterLastRead()
      return row
    },
  }
  const chatId = await writeChat(store, { title: { text: 'Named', by: 'person' } })
  const models = createScriptedModels(async function* () {
    yield* beginning('Half')
    await gate.promise
    yield* [...saying('Half')].slice(-1)
  })
  const { engine } = await openTestEngine({ ...opened, store }, { models })
  const page = openPage(engine, chatId)
  const { runId, answerId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  await page.until(({ drafts }) => drafts[0]?.parts[0]?.text === 'Half')
  // A view reads the row of its chat at its beginning and at its end.
  readsLeft = 2
  afterLastRead = async () => {
    gate.resolve()
    await page.untilEnded(runId)
  }
  const view = await engine.view(chatId)
  expect(readsLeft).toBe(0)
  expect(view.path.map(({ role }) => role)).toEqual(['user'])
  expect([view.drafts.map(draft => draft.messageId), view.runs.map(run => run.runId)]).toEqual([[answerId], [runId]])
  expect((await engine.view(chatId)).path.at(-1)).toMatchObject({ id: answerId, end: 'complete' })
  page.leave()
  await engine.close()
})

it('[H7] [T11] shows what is left of a chat whose last message is deleted while it is read', async () => {
  const opened = openMemoryHome()
  let onLastRead: (() => Promise<unknown>) | null = null
  let last: MessageId = 'msg_'
  const store: typeof opened.store = {
    ...opened.store,
    async get(shelf, id) {
      const row = await opened.store.get(shelf, id)
      const act = shelf === MESSAGES_SHELF && id === last ? onLastRead : null
      if (act === null) return row
      onLastRead = null
      await act()
      return row
    },
  }
  const chatId = await writeChat(store, { title: { text: 'Named', by: 'person' } })
  const models = createScriptedModels(() => saying('Yes.'))
  const { engine } = await openTestEngine({ ...opened, store }, { models })
  const page = openPage(engine, chatId)
  const one = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  await page.untilEnded(one.runId)
  const two = await engine.send({ key: 'two', chatId, parentId: one.answerId, text: 'And?' })
  await page.untilEnded(two.runId)
  last = two.answerId
  onLastRead = () => engine.deleteMessage({ key: 'gone', chatId, messageId: two.messageId })
  const { path } = await engine.view(chatId)
  expect(onLastRead).toBeNull()
  expect(path.map(({ id, role }) => (role === 'accounting' ? role : id))).toEqual([
    one.messageId,
    one.answerId,
    'accounting',
  ])
  page.leave()
  await engine.close()
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
    model: { definition: 'scripted', model: 'one' },
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
