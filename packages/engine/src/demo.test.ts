import type { ChatAnswer } from '@stet/commands'
import type { MessageId } from '@stet/history'
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

const QUESTION =
  'How do tides work? I live by the sea, and the harbour wall must stand the higher of the two each day. '

it('[P2] [C10] [C12] the demo model summarises a chat that outgrows its window, and one that it is asked to', async () => {
  const home = openMemoryHome()
  const demo = createDemoModel({ pace: 0 })
  const { definition, model } = demo.facts
  const context = { ...scriptedSettings.context, maxPromptTokens: 3000 }
  const settings = { ...scriptedSettings, context, model: { definition, model } }
  const chatId = await writeChat(home.store, { settings, title: { text: 'Tides', by: 'person' } })
  const { engine, logged } = await openTestEngine(home, { models: createModels({ ...nothingDefined, demo }) })
  const page = openPage(engine, chatId)
  let parentId: MessageId | null = null
  for (let turn = 0; turn < 8; turn += 1) {
    const sent: ChatAnswer<'send'> = await engine.send({ key: `${turn}`, chatId, parentId, text: QUESTION.repeat(10) })
    await page.untilEnded(sent.runId)
    parentId = sent.answerId
  }
  const compacted = await engine.view(chatId)
  const [first, ...others] = compacted.path.filter(({ role }) => role === 'summary')
  expect(first).toMatchObject({
    form: 'prose',
    parts: [{ text: expect.stringMatching(/^- Asked: How do tides work\?/) }],
  })
  await engine.summarise({ key: 'snapshot', chatId, form: 'snapshot' })
  const view = await page.until(
    ({ path }) => path.filter(({ role }) => role === 'summary').length === others.length + 2,
  )
  expect(view.path.findLast(({ role }) => role === 'summary')).toMatchObject({
    form: 'snapshot',
    parts: [
      { text: expect.stringContaining('<overall_goal>How do tides work?</overall_goal>') },
      { text: expect.stringContaining('- I live by the sea, and the harbour wall must stand') },
    ],
  })
  expect(logged).toEqual([])
  page.leave()
  await engine.close()
})
