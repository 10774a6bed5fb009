import { type ChatId, type MessageId, noUsage, type RequestId } from '@stet/history'
import type { ModelCall } from '@stet/models'
import { chatRef, fromRequestRow, listRows, makeKey, openSealedStore, REQUESTS_SHELF } from '@stet/store'
import { delegateTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  beginning,
  calling,
  createScriptedModels,
  listPrices,
  openMemoryHome,
  openPage,
  openTestEngine,
  openToolChat,
  readLedger,
  type Script,
  saying,
  scriptedFacts,
  type TestHome,
  untilStopped,
  writeChat,
} from '../testing/index.ts'

const NOWHERE: RequestId = `req_${'a'.repeat(32)}`
const used = { ...noUsage, input: 10, output: 5 }

async function open(script: Script = () => saying('Yes.'), home: TestHome = openMemoryHome()) {
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const models = createScriptedModels(script, undefined, listPrices(3, 15))
  const { engine, logged } = await openTestEngine(home, { models })
  let keys = 0
  const key = () => {
    keys += 1
    return `key-${keys}`
  }
  async function ended(start: () => Promise<{ readonly runId: `run_${string}`; readonly answerId: MessageId }>) {
    const page = openPage(engine, chatId)
    await page.until(() => true)
    const started = await start()
    await page.untilEnded(started.runId)
    page.leave()
    return started
  }
  const say = (text: string, parentId: MessageId | null = null) =>
    ended(() => engine.send({ key: key(), chatId, parentId, text }))
  const again = (messageId: MessageId) => ended(() => engine.retry({ key: key(), chatId, messageId }))
  const remove = (messageId: MessageId) => engine.deleteMessage({ key: key(), chatId, messageId })
  const requestOf = async (messageId: MessageId) => {
    const made = (await readLedger(home.store, chatId)).find(record => record.messageId === messageId)
    if (made === undefined) throw new Error(`no request made ${messageId}`)
    return made
  }
  const bodyOf = async (messageId: MessageId) => (await engine.request((await requestOf(messageId)).id)).content.body
  return { home, chatId, engine, logged, models, key, say, again, remove, requestOf, bodyOf }
}

const bodies = (calls: readonly ModelCall[]) => calls.map(({ request }) => JSON.stringify(request))

it('[X1] [C17] a request can be looked at as it was sent, with its report, figures and cost', async () => {
  const { engine, chatId, models, say, requestOf } = await open()
  const { answerId, runId } = await say('Hello')
  const below = (await engine.view(chatId)).path[0]?.id
  const { id, workspaceId, sentAt, endedAt } = await requestOf(answerId)
  const past = await engine.request(id)
  const { definition, protocol, model } = scriptedFacts
  expect(past).toEqual({
    facts: {
      id,
      chatId,
      countsFor: [chatId],
      workspaceId,
      runId,
      messageId: answerId,
      below,
      purpose: 'answer',
      origin: { definition, protocol, model },
      state: 'done',
      sentAt,
      endedAt,
      rawUsage: { in: 10, out: 5 },
      remarks: null,
      usage: used,
      estimate: null,
      estimatedInput: 5,
      prices: listPrices(3, 15),
    },
    cost: { usd: (10 * 3 + 5 * 15) / 1e6, reliable: true },
    content: {
      method: 'POST',
      url: 'scripted:',
      headers: {},
      body: bodies(models.calls)[0],
      notApplied: [],
      notes: [],
      report: expect.objectContaining({ messages: [expect.objectContaining({ role: 'user', fate: 'sent' })] }),
    },
    compared: null,
    others: [],
  })
  await engine.close()
})

it('[X1] a request that is not there, or whose message was deleted, is said to be so', async () => {
  const { engine, say, remove, requestOf } = await open()
  await expect(engine.request(NOWHERE)).rejects.toMatchObject({ code: 'request-not-found' })
  const { answerId } = await say('Hello')
  const { id } = await requestOf(answerId)
  await remove(answerId)
  await expect(engine.request(id)).rejects.toMatchObject({
    code: 'request-gone',
    message: 'its message was deleted together with what was sent; only its cost is kept',
  })
  await engine.close()
})

it('[X1] a request whose pack is damaged is said to be unreadable, and the chat continues', async () => {
  const { engine, home, say, requestOf, models } = await open()
  const { answerId } = await say('Hello')
  const { id, manifest } = await requestOf(answerId)
  await home.store.blobs.put(manifest?.pack ?? '', new TextEncoder().encode('{}\n'), 0)
  await engine.close()
  const { engine: next, logged } = await openTestEngine(home, { models })
  await expect(next.request(id)).rejects.toMatchObject({ code: 'request-unreadable' })
  expect(logged.map(({ message }) => message)).toEqual(['a request cannot be put together'])
  const chatId: ChatId = (await requestOf(answerId)).chatId
  const page = openPage(next, chatId)
  await page.until(() => true)
  const sent = await next.send({ key: 'on', chatId, parentId: answerId, text: 'And?' })
  await page.untilEnded(sent.runId)
  const { id: second } = await requestOf(sent.answerId)
  expect((await next.request(second)).content.body).toBe(bodies(models.calls)[1])
  await next.close()
})

it('[U1] [H7] deleting a message deletes the bytes of its requests at once; their figures stay', async () => {
  const { engine, home, chatId, say, remove, requestOf } = await open()
  const first = await say('Hello')
  const second = await say('And?', first.answerId)
  const packs = await Promise.all(
    [first, second].map(async ({ answerId }) => (await requestOf(answerId)).manifest?.pack),
  )
  const before = await engine.usage(chatId)
  await remove(second.answerId)
  const rows = await readLedger(home.store, chatId)
  expect(rows.map(({ manifest, usage }) => [manifest?.pack ?? null, usage])).toEqual([
    [packs[0], used],
    [null, used],
  ])
  const named = await Promise.all(
    packs.map(pack => home.store.list('requests', { by: { ref: `blob:${pack}` }, limit: 9 })),
  )
  expect(named.map(({ rows: naming }) => naming.length)).toEqual([1, 0])
  const bytes = await Promise.all(packs.map(pack => home.store.blobs.get(pack ?? '')))
  expect(bytes.map(found => found !== null)).toEqual([true, false])
  expect((await engine.usage(chatId)).chat).toEqual(before.chat)
  await engine.close()
})

it('[U2] [X1] [H7] a sealed store keeps requests and totals like any other', async () => {
  const memory = openMemoryHome()
  const home = { ...memory, store: await openSealedStore(memory.store, makeKey()) }
  const { engine, models, chatId, say, again, remove, bodyOf } = await open(() => saying('Yes.'), home)
  const first = await say('Hello')
  const second = await again(first.answerId)
  const third = await say('And?', second.answerId)
  await remove(first.answerId)
  expect(await Promise.all([second, third].map(({ answerId }) => bodyOf(answerId)))).toEqual(
    bodies(models.calls).slice(1),
  )
  expect((await engine.usage(chatId)).chat).toMatchObject({ requests: 3, usage: { input: 30, output: 15 }, open: 0 })
  await engine.close()
})

it('[X1] [H7] an answer that was asked for again can be deleted, and the other one is still what was sent', async () => {
  const { engine, models, say, again, remove, requestOf, bodyOf } = await open()
  const first = await say(`Hello ${'there '.repeat(500)}`)
  const second = await again(first.answerId)
  const below = await say('And?', second.answerId)
  const [one, two] = await Promise.all([requestOf(first.answerId), requestOf(second.answerId)])
  expect([two.manifest?.base, (await requestOf(below.answerId)).manifest?.base]).toEqual([one.id, two.id])
  await remove(first.answerId)
  expect(await bodyOf(second.answerId)).toBe(bodies(models.calls)[1])
  expect(await bodyOf(below.answerId)).toBe(bodies(models.calls)[2])
  expect((await requestOf(second.answerId)).manifest).toMatchObject({ base: null, depth: 0 })
  const further = await say('On?', below.answerId)
  expect(await bodyOf(further.answerId)).toBe(bodies(models.calls)[3])
  await engine.close()
})

it('[X1] [H7] an answer can be deleted while another one that is built on it is being written', async () => {
  const gate = Promise.withResolvers<void>()
  const { engine, models, chatId, key, say, remove, requestOf, bodyOf } = await open(async function* (call) {
    if (models.calls.length === 2) {
      yield* beginning('Half')
      await Promise.race([gate.promise, untilStopped(call)])
    }
    yield* models.calls.length === 2 ? [...saying('Half')].slice(-1) : saying('Yes.')
  })
  const first = await say('Hello')
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const { runId, answerId } = await engine.retry({ key: key(), chatId, messageId: first.answerId })
  await page.until(({ drafts }) => drafts[0]?.parts[0]?.text === 'Half')
  await remove(first.answerId)
  gate.resolve()
  const view = await page.untilEnded(runId)
  expect(view.path.at(-1)).toMatchObject({ id: answerId, end: 'complete' })
  expect(await requestOf(answerId)).toMatchObject({ state: 'done', usage: used, manifest: { base: null } })
  expect(await bodyOf(answerId)).toBe(bodies(models.calls)[1])
  page.leave()
  await engine.close()
})

it('[U1] [H7] a title whose answer was deleted meanwhile leaves its figures, and neither a message nor what was sent', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const models = createScriptedModels(
    () => saying('Yes.'),
    async function* () {
      asked.resolve()
      await gate.promise
      yield* saying('A title')
    },
  )
  const { engine, logged } = await openTestEngine(home, { models })
  const { answerId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  await asked.promise
  await engine.deleteMessage({ key: 'two', chatId, messageId: answerId })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  gate.resolve()
  await page.until(() => page.received.some(({ event }) => event.kind === 'request-ended'))
  const { path, chat } = await engine.view(chatId)
  expect([path.map(({ role }) => role), chat.title]).toEqual([['user', 'accounting'], null])
  expect(
    (await readLedger(home.store, chatId)).map(({ purpose, state, usage, manifest }) => ({
      purpose,
      state,
      usage,
      manifest,
    })),
  ).toEqual([
    { purpose: 'answer', state: 'done', usage: used, manifest: null },
    { purpose: 'title', state: 'done', usage: used, manifest: null },
  ])
  page.leave()
  await engine.close()
  expect(logged.map(({ message }) => message)).toEqual(['a title failed'])
})

it('[U2] [T6] [H7] what a called chat spent is in the total of the caller, and stays there when the call is deleted; what it said goes', async () => {
  const { engine, home, chatId, ask } = await openToolChat({
    tools: [delegateTool],
    script({ request }) {
      const first = request.messages[0]
      const isCaller = first?.form === 'plain' && first.parts.some(part => part.kind === 'text' && part.text === 'Go')
      const calls = isCaller && request.messages.length === 1
      return calls ? calling([{ tool: 'delegate', input: { text: 'Look at ferns' } }]) : saying('Seen.')
    },
  })
  const { path } = await ask()
  const { chat: total, branch } = await engine.usage(chatId)
  expect([total.requests, total.usage, branch.own.usage]).toEqual([
    3,
    { ...noUsage, input: 30, output: 15 },
    { ...noUsage, input: 20, output: 10 },
  ])
  const said = async () => {
    const rows = []
    for await (const row of listRows(home.store, REQUESTS_SHELF, { by: { ref: chatRef(chatId) } })) {
      const record = fromRequestRow(row)
      if (!('unreadable' in record)) rows.push([record.chatId === chatId, record.manifest !== null])
    }
    return rows
  }
  expect(await said()).toEqual([
    [true, true],
    [false, true],
    [true, true],
  ])
  await engine.deleteMessage({ key: 'delete', chatId, messageId: path[1]?.id ?? 'msg_' })
  await engine.deletionsSettled()
  expect(await said()).toEqual([
    [true, false],
    [false, false],
    [true, false],
  ])
  expect((await engine.usage(chatId)).chat).toEqual(total)
  await engine.close()
})
