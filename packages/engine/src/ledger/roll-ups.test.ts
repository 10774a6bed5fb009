import type { ChatId, Usage } from '@stet/history'
import type { ModelEvent } from '@stet/models'
import {
  chatRef,
  fromRequestRow,
  modelRef,
  type Operation,
  REQUESTS_SHELF,
  ROLL_UPS_SHELF,
  type RollUp,
  readRollUps,
  type Store,
  toDayNumber,
  toRequestPut,
} from '@stet/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  createScriptedModels,
  listPrices,
  openLongChat,
  openMemoryHome,
  openPage,
  openTestEngine,
  readLedger,
  saying,
  scriptedChoice,
  type TestHome,
  writeChat,
} from '../testing/index.ts'
import { sumLedger } from './totals.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const prices = {
  ...listPrices(3, 15),
  prices: { ...listPrices(3, 15).prices, cacheRead: 0.3, cacheWrite: 3.75, cacheWriteLong: 6 },
}

function* answering(usage: Usage | null): Generator<ModelEvent> {
  for (const event of saying('Yes.')) {
    yield event.kind === 'answer-finished' ? { ...event, answer: { ...event.answer, usage, rawUsage: null } } : event
  }
}

async function rollUpsIn(store: Store): Promise<readonly RollUp[]> {
  const found: RollUp[] = []
  for await (const rollUp of readRollUps(store, {})) {
    if ('unreadable' in rollUp) throw new Error(rollUp.unreadable)
    found.push(rollUp)
  }
  return found
}

/** A home in which so many messages were sent to each chat, a day apart, as a version without roll-ups left it. */
async function openEarlierHome(chats: number, turns: number): Promise<{ home: TestHome; chatIds: readonly ChatId[] }> {
  const home = openMemoryHome()
  let now = 0
  const models = createScriptedModels(() => saying('Yes.'), undefined, listPrices(3, 15))
  const { engine } = await openTestEngine(home, { models, clock: () => now })
  const chatIds: ChatId[] = []
  for (let chat = 0; chat < chats; chat += 1)
    chatIds.push(await writeChat(home.store, { title: { text: 'Named', by: 'person' } }))
  for (let turn = 0; turn < turns; turn += 1) {
    now += DAY_MS
    for (const chatId of chatIds) {
      const page = openPage(engine, chatId)
      const { tip } = (await engine.view(chatId)).chat
      const { runId } = await engine.send({
        key: `${chatId} ${turn}`,
        chatId,
        parentId: (await engine.view(chatId)).path.at(-1)?.id ?? tip,
        text: 'Hello',
      })
      await page.untilEnded(runId)
      page.leave()
    }
  }
  await engine.close()
  await forgetRollUps(home.store)
  return { home, chatIds }
}

async function forgetRollUps(store: Store): Promise<void> {
  for (const change of await store.changes(0, 100_000)) {
    if (change.kind !== 'put') continue
    const { row, shelf } = change
    if (shelf === ROLL_UPS_SHELF) await store.write([{ kind: 'remove', shelf, id: row.id, expect: row.version }])
    if (shelf !== REQUESTS_SHELF) continue
    const record = fromRequestRow(row)
    if ('unreadable' in record) throw new Error(record.unreadable)
    await store.write([toRequestPut({ ...record, rolledUp: 0 }, { expect: row.version, order: row.order })])
  }
}

it('[U2] the ledger of an earlier version is rolled up at the first start, once, whenever the process is killed meanwhile', async () => {
  const { home, chatIds } = await openEarlierHome(3, 40)
  const before = await Promise.all(chatIds.map(chatId => sumLedger(home.store, chatRef(chatId))))
  for (const writes of [0, 1]) {
    let remaining = writes
    const write = async (operations: readonly Operation[]) => {
      const isBuilding = operations.some(({ shelf }) => shelf === ROLL_UPS_SHELF)
      if (isBuilding && remaining === 0) throw new Error('killed')
      if (isBuilding) remaining -= 1
      return home.store.write(operations)
    }
    const { engine } = await openTestEngine({ ...home, store: { ...home.store, write } })
    await engine.rolledUp()
    // Until they are built, totals are those of the ledger itself.
    expect(await Promise.all(chatIds.map(async chatId => (await engine.usage(chatId)).chat))).toEqual(before)
    expect(await engine.costs(chatIds)).toEqual(
      Object.fromEntries(chatIds.map((chatId, at) => [chatId, before[at]?.cost])),
    )
    await engine.close()
  }
  for (let start = 0; start < 2; start += 1) {
    const { engine } = await openTestEngine(home)
    await engine.rolledUp()
    expect(await Promise.all(chatIds.map(async chatId => (await engine.usage(chatId)).chat))).toEqual(before)
    expect(await engine.costs(chatIds)).toEqual(
      Object.fromEntries(chatIds.map((chatId, at) => [chatId, before[at]?.cost])),
    )
    expect((await engine.totals({ by: 'model', model: scriptedChoice })).requests).toBe(120)
    expect((await engine.totals({ by: 'day', day: '1970-01-05' })).requests).toBe(3)
    await engine.close()
  }
  const rollUps = await rollUpsIn(home.store)
  expect(rollUps.length).toBe(120)
  expect(rollUps.map(({ day }) => day)).toEqual(rollUps.map(({ day }) => day).toSorted((one, other) => one - other))
  const some: number[] = []
  for await (const rollUp of readRollUps(home.store, {
    of: { chatId: chatIds[1] ?? 'chat_' },
    from: 10,
    through: 12,
  })) {
    if (!('unreadable' in rollUp)) some.push(rollUp.day)
  }
  expect(some).toEqual([10, 11, 12])
})

it('[U2] [U3] roll-ups are the sum of the ledger after requests of any usage, price, day and purpose', async () => {
  const used = fc.record({
    input: fc.nat(100_000),
    cacheRead: fc.nat(100_000),
    cacheWrite: fc.nat(10_000),
    output: fc.nat(5000),
  })
  const turn = fc.record({ used: fc.option(used), days: fc.nat(2), priced: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 6 }), async turns => {
      const home = openMemoryHome()
      const chatId = await writeChat(home.store)
      let now = 0
      for (const { used: figures, days, priced } of turns) {
        now += days * DAY_MS
        const usage = figures && { ...figures, reasoning: 0, webSearches: 0 }
        const models = createScriptedModels(() => answering(usage), undefined, priced ? prices : null)
        const { engine } = await openTestEngine(home, { models, clock: () => now })
        const page = openPage(engine, chatId)
        const view = await engine.view(chatId)
        const sent = await engine.send({
          key: `${now} ${view.path.length}`,
          chatId,
          // A title may have been added behind the answer: it cannot be answered.
          parentId: view.path.findLast(({ role }) => role === 'assistant')?.id ?? null,
          text: 'Hello',
        })
        await page.untilEnded(sent.runId)
        page.leave()
        await engine.close()
      }
      const rollUps = await rollUpsIn(home.store)
      const records = await readLedger(home.store, chatId)
      const total = await sumLedger(home.store, modelRef(scriptedChoice))
      expect(rollUps.reduce((sum, { requests }) => sum + requests, 0)).toBe(records.length)
      expect(rollUps.reduce((sum, { nanos }) => sum + nanos, 0) / 1e9).toBe(total.cost.usd)
      expect(rollUps.reduce((sum, { usage }) => sum + usage.input + usage.output, 0)).toBe(
        total.usage.input + total.usage.output,
      )
      for (const { day, purpose, requests } of rollUps) {
        expect(records.filter(record => toDayNumber(record.sentAt) === day && record.purpose === purpose).length).toBe(
          requests,
        )
      }
    }),
    { numRuns: 30 },
  )
})

it('[U2] [C19] [U3] a roll-up says what the cache and each layer of the context saved', async () => {
  const usage = { input: 1000, cacheRead: 10_000, cacheWrite: 2000, output: 0, reasoning: 0, webSearches: 0 }
  const models = createScriptedModels(() => answering(usage), undefined, prices)
  const { engine, home, chatId, path, ask } = await openLongChat({ phases: 3, context: {}, parts: { models } })
  await engine.mark({ key: 'mark', chatId, messageId: path[1] ?? 'msg_', mark: 'left-out' })
  await ask()
  await engine.close()
  const [rollUp] = await rollUpsIn(home.store)
  expect(rollUp).toMatchObject({ requests: 1, unreliable: 0, usage, nanos: 3e6 + 3e6 + 7.5e6 })
  // 10,000 tokens read for a tenth of their price, 2,000 written for a quarter more.
  expect(rollUp?.cacheSavedNanos).toBe(27e6 - 1.5e6)
  expect(rollUp?.layers).toEqual([{ layer: 'persons-marks', tokens: expect.any(Number), nanos: expect.any(Number) }])
  expect(rollUp?.layers[0]?.nanos).toBe((rollUp?.layers[0]?.tokens ?? 0) * 3000)
})
