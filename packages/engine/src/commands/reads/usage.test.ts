import { noUsage } from '@stet/history'
import { ModelError } from '@stet/models'
import { expect, it } from 'vitest'
import {
  beginning,
  createScriptedModels,
  listPrices,
  openMemoryHome,
  openPage,
  openTestEngine,
  type Script,
  saying,
  scriptedChoice,
  untilStopped,
  writeChat,
} from '../../testing/index.ts'

const answerCost = (10 * 3 + 5 * 15) / 1e6

async function open(script: Script, prices = listPrices(3, 15), home = openMemoryHome()) {
  const chatId = await writeChat(home.store)
  const { engine } = await openTestEngine(home, { models: createScriptedModels(script, undefined, prices) })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  return { home, chatId, engine, page }
}

it('[U2] [C18] a title is spent in the chat, on the path and by itself', async () => {
  const { engine, chatId, page } = await open(() => saying('Yes.'))
  await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  const { path } = await page.until(({ chat }) => chat.title !== null)
  const usage = { ...noUsage, input: 10, output: 5 }
  const one = { usage, cost: { usd: answerCost, reliable: true } }
  const both = { usage: { ...usage, input: 20, output: 10 }, cost: { usd: 2 * answerCost, reliable: true } }
  const nothing = { usage: noUsage, cost: { usd: 0, reliable: true } }
  const made = path.filter(({ role }) => role === 'assistant' || role === 'title')
  const known = await engine.usage(chatId)
  expect(known).toEqual({
    chat: { requests: 2, ...both, open: 0 },
    branch: { own: both, inherited: nothing },
    messages: Object.fromEntries(made.map(({ id }) => [id, one])),
  })
  const { workspaceId } = (await engine.view(chatId)).chat
  const places = [
    { by: 'workspace', workspaceId },
    { by: 'model', model: scriptedChoice },
    { by: 'day', day: '1970-01-01' },
  ] as const
  expect(await Promise.all(places.map(place => engine.totals(place)))).toEqual(places.map(() => known.chat))
  expect(await engine.totals({ by: 'day', day: '1970-01-02' })).toEqual({ requests: 0, ...nothing, open: 0 })
  await engine.close()
})

it('[U1] [U2] what was spent stays what it was when prices change', async () => {
  const { engine, home, chatId, page } = await open(() => saying('Yes.'))
  await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  await page.until(({ chat }) => chat.title !== null)
  const before = await engine.usage(chatId)
  await engine.close()
  const dear = createScriptedModels(() => saying('Yes.'), undefined, listPrices(3000, 15_000))
  const { engine: after } = await openTestEngine(home, { models: dear })
  expect(await after.usage(chatId)).toEqual(before)
  await after.close()
})

it('[U2] [U3] [FP-16] what is only estimated counts, and makes every total that holds it unreliable', async () => {
  const { engine, chatId, page } = await open(async function* () {
    yield* beginning('Half of an answer')
    throw new ModelError('network', { message: 'Lost.' })
  })
  const { runId, answerId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  await page.untilEnded(runId)
  const { chat, branch, messages } = await engine.usage(chatId)
  const spent = {
    usage: { ...noUsage, input: expect.any(Number), output: 4 },
    cost: { usd: expect.any(Number), reliable: false },
  }
  expect({ chat, own: branch.own, message: messages[answerId] }).toEqual({
    chat: { requests: 1, ...spent, open: 0 },
    own: spent,
    message: spent,
  })
  expect(chat.cost.usd).toBeGreaterThan(0)
  await engine.close()
})

it('[U2] a request under way is counted as open, and its figures when it has ended', async () => {
  const { engine, chatId, page } = await open(async function* (call) {
    yield* beginning('Half')
    await untilStopped(call)
  })
  const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  await page.until(({ drafts }) => drafts[0]?.parts[0]?.text === 'Half')
  expect((await engine.usage(chatId)).chat).toEqual({
    requests: 1,
    usage: noUsage,
    cost: { usd: 0, reliable: true },
    open: 1,
  })
  await engine.stop({ key: 'two', chatId, runId })
  await page.untilEnded(runId)
  expect((await engine.usage(chatId)).chat).toMatchObject({ requests: 1, usage: { output: 1 }, open: 0 })
  await engine.close()
})

it('[U2] an answer that was refused, or for which nothing was sent, costs nothing, reliably', async () => {
  // biome-ignore lint/correctness/useYield: nothing comes
  const { engine, chatId, page } = await open(async function* () {
    throw new ModelError('overloaded', { message: 'Busy.' })
  })
  const { runId, answerId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
  await page.untilEnded(runId)
  const nothing = { usage: noUsage, cost: { usd: 0, reliable: true } }
  expect(await engine.usage(chatId)).toEqual({
    chat: { requests: 1, ...nothing, open: 0 },
    branch: { own: nothing, inherited: nothing },
    messages: { [answerId]: nothing },
  })
  await engine.close()
})

it('refuses to add up a day that is none', async () => {
  const { engine } = await open(() => saying('Yes.'))
  for (const day of ['', 'today', '2026-13-01', '2026-1-1']) {
    await expect(engine.totals({ by: 'day', day })).rejects.toMatchObject({ code: 'invalid', field: 'day' })
  }
  await engine.close()
})
