import { createDemoModel, createModels, type ModelsOptions } from '@stet/models'
import { expect, it } from 'vitest'
import { openMemoryHome, openPage, openTestEngine, scriptedSettings, writeChat } from './testing/index.ts'

const nothingDefined: Omit<ModelsOptions, 'demo'> = {
  connections: { find: async () => null },
  files: {
    async read(blob) {
      throw new Error(`no file ${blob} was sent`)
    },
  },
  prices: { read: async () => ({ asOf: null, vendors: [], leftOut: 0 }) },
  clock: () => 0,
}

it('[P2] talks with the demo model, which needs no key', async () => {
  const home = openMemoryHome()
  const demo = createDemoModel({ pace: 0 })
  const { definition, model } = demo.facts
  const chatId = await writeChat(home.store, { settings: { ...scriptedSettings, model: { definition, model } } })
  const { engine, logged } = await openTestEngine(home, { models: createModels({ ...nothingDefined, demo }) })
  const page = openPage(engine, chatId)
  const first = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello! What can you do?' })
  await page.untilEnded(first.runId)
  const second = await engine.send({ key: 'two', chatId, parentId: first.answerId, text: 'And what else?' })
  await page.untilEnded(second.runId)
  const view = await page.until(now => now.chat.title !== null)
  expect(view.path.map(message => message.role)).toEqual([
    'user',
    'assistant',
    'system-title',
    'title',
    'user',
    'assistant',
  ])
  expect(view.path.flatMap(message => (message.role === 'assistant' ? [message.end] : []))).toEqual([
    'complete',
    'complete',
  ])
  expect(await engine.view(chatId)).toEqual(view)
  expect(logged).toEqual([])
  page.leave()
  await engine.close()
})
