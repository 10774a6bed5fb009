import { type ChatId, noUsage } from '@stet/history'
import { type RollUp, toRollUpPut } from '@stet/store'
import { expect, it } from 'vitest'
import { openMemoryHome, openTestEngine, scriptedChoice, writeChat } from '../testing/index.ts'

const rollUp = (chatId: ChatId, given: Partial<RollUp>): RollUp => ({
  day: 20_000,
  workspaceId: 'ws_a',
  model: scriptedChoice,
  chatId,
  countsFor: [chatId],
  purpose: 'answer',
  requests: 1,
  unreliable: 0,
  usage: { ...noUsage, input: 100 },
  nanos: 1_000_000,
  cacheSavedNanos: 0,
  layers: [],
  compared: { requests: 0, reportedNanos: 0, listNanos: 0 },
  ...given,
})

async function openWith(make: (chatId: ChatId) => readonly RollUp[]) {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { title: { text: 'Tides', by: 'person' } })
  await home.store.write(make(chatId).map(each => toRollUpPut(each, 'ended', 0)))
  const { engine } = await openTestEngine(home)
  await engine.rolledUp()
  return { engine, chatId }
}

it('[U4] [T6] what a called chat spent is a purpose of its own, and the spending of the chat that called it', async () => {
  const { engine, chatId } = await openWith(caller => [
    rollUp(caller, {}),
    rollUp(caller, { purpose: 'title', nanos: 10_000 }),
    rollUp('chat_called', { countsFor: ['chat_called', caller], nanos: 5_000_000 }),
  ])
  const report = await engine.usageReport({})
  expect(report.purposes.map(({ purpose, cost }) => [purpose, cost.usd])).toEqual([
    ['called-chat', 0.005],
    ['answer', 0.001],
    ['title', 0.000_01],
  ])
  expect(report.chats.map(({ chat, cost }) => [chat, cost.usd])).toEqual([
    [{ id: chatId, workspaceId: expect.any(String), title: 'Tides' }, 0.006_01],
  ])
  expect(report.deletedChats.chats).toBe(0)
  await engine.close()
})

it('[U3] [U5] what a provider reported is beside what the price list makes of the same requests, by model', async () => {
  const other = { definition: 'other', model: 'other/model' }
  const { engine } = await openWith(chatId => [
    rollUp(chatId, { requests: 3, compared: { requests: 2, reportedNanos: 3_000_000, listNanos: 3_010_000 } }),
    rollUp(chatId, { day: 20_001, compared: { requests: 1, reportedNanos: 1_000_000, listNanos: 1_000_000 } }),
    rollUp(chatId, { model: other, compared: { requests: 1, reportedNanos: 9_000_000, listNanos: 10_000_000 } }),
    rollUp(chatId, { model: { definition: 'silent', model: 'm' } }),
  ])
  const { compared } = await engine.usageReport({})
  expect(compared).toEqual([
    { model: other, requests: 1, reported: 0.009, byPrices: 0.01, differs: true },
    { model: scriptedChoice, requests: 3, reported: 0.004, byPrices: 0.004_01, differs: false },
  ])
  expect((await engine.usageReport({ model: other })).compared).toHaveLength(1)
  await engine.close()
})

it('[U4] a report is of the days, workspace, model and purpose that were asked for', async () => {
  const other = { definition: 'other', model: 'other/model' }
  const { engine } = await openWith(chatId => [
    rollUp(chatId, { day: 19_999 }),
    rollUp(chatId, { workspaceId: 'ws_b', nanos: 2_000_000 }),
    rollUp(chatId, { model: other, purpose: 'summary', nanos: 4_000_000 }),
    rollUp(chatId, { day: 20_001, nanos: 8_000_000 }),
  ])
  const usd = async (query: Parameters<typeof engine.usageReport>[0]) =>
    Math.round((await engine.usageReport(query)).total.cost.usd * 1000)
  expect(await usd({})).toBe(15)
  expect(await usd({ from: '2024-10-04', through: '2024-10-04' })).toBe(6)
  expect(await usd({ workspaceId: 'ws_b' })).toBe(2)
  expect(await usd({ model: other })).toBe(4)
  expect(await usd({ purpose: 'summary', workspaceId: 'ws_a' })).toBe(4)
  expect(await usd({ model: other, workspaceId: 'ws_b' })).toBe(0)
  await expect(engine.usageReport({ from: 'yesterday' })).rejects.toThrow('from: a day such as')
  await engine.close()
})

it('[U3] [U4] every line says how many of its requests are estimated, and they add up to the total', async () => {
  const other = { definition: 'other', model: 'other/model' }
  const { engine } = await openWith(chatId => [
    rollUp(chatId, { requests: 5, unreliable: 2 }),
    rollUp(chatId, { day: 20_001, requests: 3 }),
    rollUp(chatId, { model: other, requests: 4, unreliable: 4 }),
  ])
  const { total, models, days } = await engine.usageReport({})
  expect(total).toMatchObject({ requests: 12, estimated: 6, cost: { reliable: false } })
  expect(models.map(({ requests, estimated }) => [requests, estimated])).toEqual([
    [8, 2],
    [4, 4],
  ])
  expect(days.map(({ estimated }) => estimated)).toEqual([6, 0])
  await engine.close()
})
