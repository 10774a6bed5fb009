import { type ChatId, makeId } from '@stet/history'
import { expect, it } from 'vitest'
import type { Engine } from '../engine.ts'
import {
  beginning,
  createScriptedModels,
  finished,
  openMemoryHome,
  openPage,
  openTestEngine,
  randomBytes,
  saying,
  untilStopped,
  writeChat,
} from '../testing/index.ts'
import { reduce } from '../testing/test-page.ts'
import type { ChatView } from '../view/chat-view.ts'
import type { PublishedEvent } from '../view/event.ts'
import { createEventHub } from './event-hub.ts'
import { joinDeltas } from './join-deltas.ts'
import { watch } from './watch.ts'

async function open(models = createScriptedModels(() => saying('An ', 'ans', 'wer ', '\ud83d', '\ude00.'))) {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  return { ...home, chatId, ...(await openTestEngine(home, { models })) }
}

/** Watches, and is cut off after this many events. */
async function watchSome(engine: Engine, chats: readonly ChatId[], lastEventId: string | null, count: number) {
  const controller = new AbortController()
  const heard: PublishedEvent[] = []
  for await (const event of engine.watch({ chats, lastEventId, signal: controller.signal })) {
    heard.push(event)
    if (heard.length >= count) controller.abort()
  }
  return heard
}

const isTitled = (view: ChatView | null) => view !== null && view.chat.title !== null

it('[FE-1] reaches the same chat when the connection is lost after every event', async () => {
  const { engine, chatId } = await open()
  const steady = openPage(engine, chatId)
  await steady.until(() => true)
  let view: ChatView | null = null
  let lastEventId: string | null = null
  let cuts = 0
  await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  while (!isTitled(view)) {
    const [event]: readonly PublishedEvent[] = await watchSome(engine, [chatId], lastEventId, 1)
    if (event === undefined) throw new Error('the stream ended by itself')
    const next: ChatView | 'resync' | null = reduce(view, event)
    if (next === 'resync') throw new Error('nothing was lost')
    view = next
    lastEventId = event.id
    cuts += 1
  }
  expect(view).toEqual(await steady.until(isTitled))
  expect(view).toEqual(await engine.view(chatId))
  expect(cuts).toBeGreaterThan(3)
  steady.leave()
})

it('[FE-1] reaches the same chat from every event of a recorded run', async () => {
  const { engine, chatId } = await open()
  const page = openPage(engine, chatId)
  await page.until(() => true)
  await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  const last = await page.until(isTitled)
  page.leave()
  let view: ChatView | null = null
  for (const [index, event] of page.received.entries()) {
    const before: ChatView | 'resync' | null = reduce(view, event)
    if (before === null || before === 'resync') throw new Error('the page has a view')
    view = before
    const rest = joinDeltas(page.received.slice(index + 1))
    const missed = rest.length === 0 ? [] : await watchSome(engine, [chatId], event.id, rest.length)
    expect(missed).toEqual(rest)
    let caughtUp: ChatView | 'resync' | null = view
    for (const one of missed) if (caughtUp !== 'resync') caughtUp = reduce(caughtUp, one)
    expect(caughtUp).toEqual(last)
  }
})

it.each([null, '', 'x', '9'.repeat(5000), '0-1\r\ndata: {}', `${'0'.repeat(16)}-1`])(
  '[FE-2] answers the last event id %j with the state so far',
  async lastEventId => {
    const { engine, chatId } = await open()
    const [event] = await watchSome(engine, [chatId], lastEventId, 1)
    expect(event?.event).toEqual({ kind: 'snapshot', chatId, view: await engine.view(chatId) })
  },
)

it('[FE-2] does not take an id of another owner for its own', async () => {
  const other = await open()
  const page = openPage(other.engine, other.chatId)
  await other.engine.send({ key: 'one', chatId: other.chatId, parentId: null, text: 'Private' })
  await page.until(isTitled)
  page.leave()
  const { engine, chatId } = await open()
  const [event] = await watchSome(engine, [chatId, other.chatId], page.received.at(-1)?.id ?? null, 1)
  expect(event?.event).toEqual({ kind: 'snapshot', chatId, view: await engine.view(chatId) })
})

it('sends a snapshot of every chat, and starts over when the connection is lost between two of them', async () => {
  const { engine, store, chatId } = await open()
  const second = await writeChat(store)
  const third = await writeChat(store)
  const chats = [chatId, second, `chat_${'a'.repeat(32)}` as const, third]
  const heard = await watchSome(engine, chats, null, 3)
  expect(heard.map(({ event }) => event.chatId)).toEqual([chatId, second, third])
  for (const [index, { id }] of heard.entries()) {
    await engine.rename({ key: `again ${index}`, chatId: third, title: `Title ${index}` })
    const again = await watchSome(engine, chats, id, 1)
    expect(again[0]?.event.kind).toBe(index === 2 ? 'chat-changed' : 'snapshot')
  }
})

it('gives what waits at once only behind the state so far, and in the order of the events', async () => {
  const { engine, chatId } = await open()
  const controller = new AbortController()
  const watching = engine.watch({ chats: [chatId], lastEventId: null, signal: controller.signal })
  const events = watching[Symbol.asyncIterator]()
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const first = events.next()
  await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  expect([(await first).value?.event.kind, watching.takeReady?.()]).toEqual(['snapshot', []])
  await page.until(isTitled)
  const second = await events.next()
  const heard = [second.value, ...(watching.takeReady?.() ?? [])]
  const all = joinDeltas(page.received)
  expect(joinDeltas(heard.filter(event => event !== undefined))).toEqual(all.slice(-heard.length))
  expect(heard.length).toBeGreaterThan(5)
  controller.abort()
  page.leave()
  await engine.close()
})

it('informs every page of the owner that a chat has changed, for its list', async () => {
  const { engine, store, chatId } = await open()
  const other = await writeChat(store)
  const page = openPage(engine, chatId)
  await page.until(() => true)
  await engine.rename({ key: 'one', chatId: other, title: 'Elsewhere' })
  await engine.rename({ key: 'two', chatId, title: 'Here' })
  await page.until(() => page.received.length === 3)
  expect(page.received.map(({ event }) => [event.kind, event.chatId])).toEqual([
    ['snapshot', chatId],
    ['chat-changed', chatId],
    ['chat-listed', other],
  ])
  page.leave()
})

it('[FU-8] puts every delta into its own chat while a page switches between three of them', async () => {
  const models = createScriptedModels(async function* ({ request }) {
    const name = JSON.stringify(request.messages.at(-1))
    const pieces = Array.from({ length: 60 }, (_, index) => `${name.length}:${index} `)
    for (const event of beginning(...pieces)) {
      yield event
      await new Promise(resolve => setTimeout(resolve, 0))
    }
    yield finished([{ kind: 'text', text: pieces.join('') }])
  })
  const home = openMemoryHome()
  const { engine } = await openTestEngine(home, { models })
  const chats = await Promise.all([1, 2, 3].map(() => writeChat(home.store, { title: { text: 'T', by: 'person' } })))
  const runs = await Promise.all(
    chats.map((chatId, index) => engine.send({ key: `${index}`, chatId, parentId: null, text: 'x'.repeat(index + 1) })),
  )
  const steady = chats.map(chatId => openPage(engine, chatId))
  for (let turn = 0; turn < 50; turn += 1) {
    const chatId = chats[turn % 3] ?? chats[0]
    if (chatId === undefined) throw new Error('there are chats')
    const page = openPage(engine, chatId)
    const view = await page.until(() => true)
    page.leave()
    const draft = view.drafts[0]?.parts[0]?.text ?? ''
    const run = runs[chats.indexOf(chatId)]
    expect(view.chat.id).toBe(chatId)
    expect(view.drafts.every(one => one.runId === run?.runId)).toBe(true)
    expect(new Set(draft.match(/\d+(?=:)/g) ?? []).size).toBeLessThanOrEqual(1)
  }
  const ended = await Promise.all(steady.map((page, index) => page.untilEnded(runs[index]?.runId ?? 'run_')))
  for (const [index, chatId] of chats.entries()) expect(await engine.view(chatId)).toEqual(ended[index])
  for (const page of steady) page.leave()
})

it('[FE-4] ends a page that never reads, and brings it back to the same chat', async () => {
  // By turns, so that none continues with the one before and all have to wait.
  const pieces = Array.from({ length: 1500 }, (_, index) => ({ part: index % 2, text: `${index} ` }))
  const textOf = (part: number) => pieces.map(piece => (piece.part === part ? piece.text : '')).join('')
  const models = createScriptedModels(function* () {
    yield { kind: 'part-started', part: 0, start: { kind: 'text' } }
    yield { kind: 'part-started', part: 1, start: { kind: 'text' } }
    for (const piece of pieces) yield { kind: 'part-delta', ...piece }
    yield finished([0, 1].map(part => ({ kind: 'text', text: textOf(part) })))
  })
  const { engine, chatId } = await open(models)
  const controller = new AbortController()
  const watching = engine.watch({ chats: [chatId], lastEventId: null, signal: controller.signal })
  const stuck = watching[Symbol.asyncIterator]()
  const first = await stuck.next()
  const page = openPage(engine, chatId)
  const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Count' })
  const last = await page.untilEnded(runId)
  page.leave()
  expect(await stuck.next()).toEqual({ done: true, value: undefined })
  const [back] = await watchSome(engine, [chatId], first.value?.id ?? null, 1)
  expect(back?.event).toMatchObject({ kind: 'snapshot', view: { path: last.path } })
  await engine.close()
})

it('ends its subscribers when it closes, and every later one', async () => {
  const models = createScriptedModels(async function* (call) {
    yield* beginning('Half')
    await untilStopped(call)
  })
  const { engine, chatId } = await open(models)
  await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  const watched = watchSome(engine, [chatId], null, Number.POSITIVE_INFINITY)
  await new Promise(resolve => setTimeout(resolve, 0))
  await engine.close()
  expect((await watched).at(-1)?.event).toMatchObject({ kind: 'run-ended', state: 'interrupted' })
  const late = await watchSome(engine, [chatId], null, Number.POSITIVE_INFINITY)
  expect(late.map(({ event }) => event.kind)).toEqual(['snapshot'])
})

it('[FE-1] missed events can be taken at once, behind the first of them', async () => {
  const { engine, chatId } = await open()
  const page = openPage(engine, chatId)
  await page.until(() => true)
  await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  await page.until(isTitled)
  page.leave()
  const [snapshot, ...rest] = page.received
  const controller = new AbortController()
  const watching = engine.watch({ chats: [chatId], lastEventId: snapshot?.id ?? null, signal: controller.signal })
  const { value } = await watching[Symbol.asyncIterator]().next()
  expect([value, ...(watching.takeReady?.() ?? [])]).toEqual(joinDeltas(rest))
  controller.abort()
})

it('[FE-1] a page that did not read for more than a second gets what it lacks joined, ten chats interleaved, and a punctual one as it came', async () => {
  let now = 0
  const hub = createEventHub({
    randomBytes,
    isRunning: () => false,
    approvals: { note: () => null, of: () => null, takeChanged: () => [] },
    now: () => now,
  })
  const chats = Array.from({ length: 10 }, (): ChatId => makeId('chat', randomBytes(20)))
  const messages = new Map(chats.map(chatId => [chatId, makeId('msg', randomBytes(20))]))
  const deps = { hub, findView: async () => null }
  const [slow, punctual] = [1, 2].map(() => {
    const watching = watch(deps, { chats, list: false, lastEventId: null, signal: new AbortController().signal })
    return { watching, events: watching[Symbol.asyncIterator]() }
  })
  if (slow === undefined || punctual === undefined) throw new Error('nobody watches')
  const publish = (at: number) => {
    for (const [chatId, messageId] of messages) {
      hub.publish({ kind: 'part-delta', chatId, messageId, part: 0, at, text: 'x' })
    }
  }
  const firsts = [slow.events.next(), punctual.events.next()]
  publish(0)
  await Promise.all(firsts)
  for (const { watching } of [slow, punctual]) expect(watching.takeReady?.()?.length).toBe(9)
  for (let at = 1; at < 95; at += 1) publish(at)
  expect(punctual.watching.takeReady?.()?.length).toBe(940)
  now = 1001
  expect(slow.watching.takeReady?.()).toEqual([])
  const lacked = [await slow.events.next()].map(({ value }) => value)
  lacked.push(...(slow.watching.takeReady?.() ?? []))
  expect(lacked.map(({ event }) => [event.chatId, event.at, event.text.length])).toEqual(
    chats.map(chatId => [chatId, 1, 94]),
  )
  // It then continues as it did before.
  publish(95)
  expect((await slow.events.next()).value?.event).toMatchObject({ chatId: chats[0], at: 95 })
  hub.close()
})
