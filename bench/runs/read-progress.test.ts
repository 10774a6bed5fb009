import {
  createScriptedModels,
  newKey,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  scriptedSettings,
  writeChat,
} from '@stet/engine/testing'
import { expect, it } from 'vitest'
import { readProgress } from './read-progress.ts'

it('reads as much from the snapshot of a watcher that fell behind as from every event', async () => {
  const gate = Promise.withResolvers<void>()
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' }, settings: scriptedSettings })
  const models = createScriptedModels(async function* () {
    const [started, delta, ...rest] = saying('four')
    if (started === undefined || delta === undefined) throw new Error('nothing is said')
    yield started
    yield delta
    await gate.promise
    yield* rest
  })
  const { engine } = await openTestEngine(home, { models })
  const page = openPage(engine, chatId)
  const snapshot = async () => readProgress({ kind: 'snapshot', chatId, view: await engine.view(chatId) })
  expect(await snapshot()).toEqual({ characters: null, ended: false })
  const { runId } = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Hello?' })
  await page.until(({ drafts }) => drafts[0]?.parts[0]?.text === 'four')
  expect(await snapshot()).toEqual({ characters: 4, ended: false })
  gate.resolve()
  await page.untilEnded(runId)
  expect(await snapshot()).toEqual({ characters: 4, ended: true })
  expect(page.received.map(({ event }) => readProgress(event))).toEqual(
    expect.arrayContaining([
      { characters: 4, ended: false },
      { characters: null, ended: true },
    ]),
  )
  await engine.close()
})
