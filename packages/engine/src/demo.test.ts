import { createDemoModel, createModels } from '@stet/models'
import { expect, it } from 'vitest'
import { openMemoryHome, openPage, openTestEngine, scriptedSettings, writeChat } from './testing/index.ts'

it('[P2] talks with the demo model, which needs no key', async () => {
  const home = openMemoryHome()
  const demo = createDemoModel({ pace: 0 })
  const { definition, model } = demo.facts
  const chatId = await writeChat(home.store, { settings: { ...scriptedSettings, model: { definition, model } } })
  const { engine, logged } = await openTestEngine(home, { models: createModels({ demo }) })
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
