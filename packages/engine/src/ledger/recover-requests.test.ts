import { noUsage } from '@stet/history'
import { ROLL_UP_GENERATION } from '@stet/store'
import { expect, it } from 'vitest'
import {
  beginning,
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  readLedger,
  saying,
  scriptedFacts,
  untilStopped,
  writeChat,
} from '../testing/index.ts'

const { definition, protocol, model } = scriptedFacts

it('[U1] [R5] a request whose process died reads as unknown, taken to have used what was sent and what had come', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const models = createScriptedModels(async function* (call) {
    yield* beginning('Half of an answer')
    await untilStopped(call)
  })
  const { engine: dead } = await openTestEngine(home, { models })
  const page = openPage(dead, chatId)
  const { answerId } = await dead.send({ key: 'one', chatId, parentId: null, text: 'Write' })
  await page.until(view => view.drafts[0]?.parts[0]?.text === 'Half of an answer')
  page.leave()
  const [before] = await readLedger(home.store, chatId)
  // The chat may have another model by now, or the model may be gone: the row says which one it was.
  const { engine } = await openTestEngine(home, { models: { ...models, facts: async () => null } })
  const [after] = await readLedger(home.store, chatId)
  expect(after).toEqual({
    ...before,
    state: 'unknown',
    rolledUp: ROLL_UP_GENERATION,
    endedAt: expect.any(Number),
    estimate: { ...noUsage, input: before?.estimate?.input, output: 4 },
  })
  expect((await engine.view(chatId)).path.at(-1)).toMatchObject({
    id: answerId,
    requestId: after?.id,
    origin: { definition, protocol, model },
    end: 'interrupted',
  })
  await engine.close()
})

it('[U1] [R5] the request of a title that was being made is complete after the next start', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const asked = Promise.withResolvers<void>()
  const models = createScriptedModels(
    () => saying('Yes.'),
    // biome-ignore lint/correctness/useYield: nothing comes
    async function* (call) {
      asked.resolve()
      await untilStopped(call)
    },
  )
  const { engine: dead } = await openTestEngine(home, { models })
  await dead.send({ key: 'one', chatId, parentId: null, text: 'Write' })
  await asked.promise
  const { engine } = await openTestEngine(home)
  expect((await readLedger(home.store, chatId)).map(({ purpose, state }) => [purpose, state])).toEqual([
    ['answer', 'done'],
    ['title', 'unknown'],
  ])
  await engine.close()
})

it('[U1] what a process in good order leaves is complete', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const asked = Promise.withResolvers<void>()
  // biome-ignore lint/correctness/useYield: nothing comes
  const models = createScriptedModels(async function* (call) {
    asked.resolve()
    await untilStopped(call)
  })
  const { engine } = await openTestEngine(home, { models })
  await engine.send({ key: 'one', chatId, parentId: null, text: 'Write' })
  await asked.promise
  await engine.close()
  expect((await readLedger(home.store, chatId)).map(({ state, estimate }) => [state, estimate?.output])).toEqual([
    ['stopped', 0],
  ])
})
